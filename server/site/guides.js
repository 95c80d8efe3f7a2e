// The ticks of a checklist: the address keeps them, and progress and links follow each. Copies what is to be typed.
// Plain script and not an island: without it a button keeps the ticks.
const form = document.querySelector(".guide-form");
const boxes = form ? [...form.querySelectorAll('input[type=checkbox][name="done"]')] : [];
// Ticks of the other lists, which this page carries along.
const elsewhere = form?.querySelector('input[type=hidden][name="done"]')?.value.split(".") ?? [];

function keep(address) {
  const done = [...elsewhere, ...boxes.filter((box) => box.checked).map((box) => box.value)].join(".");
  if (done) address.searchParams.set("done", done);
  else address.searchParams.delete("done");
  return address;
}

function follow() {
  history.replaceState(history.state, "", keep(new URL(location.href)));
  for (const link of document.querySelectorAll("a[href]")) {
    const address = new URL(link.href);
    const goesOn = address.origin === location.origin && address.pathname.startsWith("/guides") && !("clear" in link.dataset);
    if (goesOn) link.href = keep(address);
  }
  const ticked = boxes.filter((box) => box.checked).length;
  const own = location.pathname.split("/").pop();
  for (const text of document.querySelectorAll(`[data-progress="${CSS.escape(own)}"]`)) {
    text.textContent = text.dataset.text.replace("#", ticked);
  }
}

form?.addEventListener("change", follow);
// A browser that comes back restores ticks on its own, after this script.
if (form) addEventListener("pageshow", follow);

addEventListener("click", async ({ target }) => {
  if (target.closest?.("[data-print]")) return print();
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  // The address is the one of this moment, without the place on the page.
  const text = "here" in button.dataset ? location.href.split("#")[0] : button.dataset.copy;
  await navigator.clipboard.writeText(text);
  button.textContent = button.dataset.done;
});

document.documentElement.dataset.hydrated = performance.now();
