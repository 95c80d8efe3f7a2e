// An editor changes a price: the public page shows it, a saved plan does not change.
import { TODAY } from '../../fixtures/clock';
import { expect, inBothLanguages, test } from '../../fixtures/test';

test.use({ baseURL: ({ ownSite }, use) => use(ownSite) });

const SOURCE = 'https://prices.example.com/seen';

inBothLanguages(() => {
  test('a new price is public at once and a saved plan stays as it was', async ({ page, admin, catalogue, plan, shared }) => {
    // The cheapest offer of a plan, and the plan as it is saved.
    await plan.open('?week=1-5.19-23g');
    const offer = (await plan.ranked.first().getAttribute('data-offer')) ?? '';
    const total = await plan.total();
    await plan.shareButton.click();
    await shared.expectHere();
    const saved = page.url();

    // Sign in; the offer's own page, and how the public sees it so far.
    await page.goto(`/admin/offers/${offer}`);
    await admin.signIn();
    await admin.publicPage.click();
    await expect(catalogue.row(offer)).toBeVisible();
    const shown = await catalogue.priceOf(offer);
    await page.goBack();
    const price = (Number(await admin.price.inputValue()) * 1.1).toFixed(2);
    await admin.fillPrice(price, SOURCE, TODAY);
    await admin.save();
    await admin.expectSaved();
    expect(Number(await admin.price.inputValue())).toBe(Number(price));

    await admin.publicPage.click();
    await expect(catalogue.row(offer).locator(`a[href="${SOURCE}"]`)).toBeVisible();
    expect(await catalogue.priceOf(offer)).toBeGreaterThan(shown);

    // The saved plan; and the same plan with today's prices.
    await shared.open(saved);
    await shared.expectTotal(total);
    await shared.withTodaysPrices.first().click();
    await plan.expectOtherTotal(total);
  });

  test('what cannot be saved is said beside its field and nothing is lost', async ({ page, admin, quiet }) => {
    quiet.allow(/status of 422/);
    await page.goto('/admin');
    await admin.signIn();
    await admin.find('autodl');
    const offer = (await admin.offers.first().getAttribute('data-offer')) ?? '';
    await admin.edit(offer);
    await admin.fillPrice('cheap', SOURCE, TODAY);
    await admin.save();
    await expect(admin.alert).toContainText(admin.say('admin.p_not_a_number', { value: 'cheap' }));
    await expect(admin.price).toHaveValue('cheap');
    await expect(admin.price).toHaveAccessibleDescription(new RegExp('cheap'));
    await expect(admin.source).toHaveValue(SOURCE);
  });

  test('a wrong password says no more than that; signing out ends it', async ({ page, admin, quiet }) => {
    quiet.allow(/status of 422/);
    await page.goto('/login');
    await admin.signIn('lin', 'not the password at all');
    await expect(admin.alert).toContainText(admin.say('admin.sign_in_failed'));
    await admin.signIn();
    await expect(admin.offers.first()).toBeVisible();
    await admin.signOut();
    await expect(page.getByRole('status')).toContainText(admin.say('admin.signed_out'));
    await page.goto('/admin');
    await expect(admin.nameField).toBeVisible();
  });
});
