import { defineConfig } from '@playwright/test';
import { launchOptions } from './fixtures/browser.mjs';

// Stories run with script and without; a tag keeps one to the side where it makes sense.
export default defineConfig({
  testDir: './tests',
  outputDir: './test-results',
  globalSetup: './fixtures/setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'with-script', grepInvert: /@without-script/ },
    { name: 'without-script', grepInvert: /@with-script/, use: { javaScriptEnabled: false } },
  ],
});
