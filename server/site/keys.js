// The keys of every page: `/` search, `g` then p, c or s for a page, `?` for the list. Off inside fields.
// Plain script and not an island: pages without islands have them too.
const list = document.querySelector("#keys");
let went = 0;

function search() {
  const field = document.querySelector('[type="search"][name="q"]');
  if (!field) return location.assign(`${document.querySelector('[data-key="p"]').href}#q`);
  // On a phone the field lies in a sheet that its address opens.
  if (!field.checkVisibility()) location.hash = "filters";
  field.focus();
  field.select();
}

function show(open) {
  list.open = open;
  if (open) list.querySelector("summary").focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (key === "Escape" && list.open) return show(false);
  if (target.closest?.("input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]")) return;
  const page = Date.now() - went < 1500 && document.querySelector(`.nav [data-key="${CSS.escape(key)}"]`);
  went = 0;
  if (page) location.assign(page.href);
  else if (key === "g") went = Date.now();
  else if (key === "/") search();
  else if (key === "?") show(!list.open);
  else return;
  event.preventDefault();
});

if (location.hash === "#q") search();
