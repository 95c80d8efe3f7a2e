import { defineConfig } from '@playwright/test';
import base from './playwright.config';

// Pictures of every page into screens/; nothing is compared.
export default defineConfig({
  ...base,
  testDir: './screenshots',
  projects: [{ name: 'screenshots' }],
});
