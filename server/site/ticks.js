// The ticks of the price list: the button says how many are ticked, the address and the filter's form keep them.
// Without script the button sends what is ticked.
const MOST = 6;
const out = document.querySelector("#out");
const filters = document.querySelector("form.filters");
let ticked = new Set(new URLSearchParams(location.search).getAll("o"));

function say() {
  const button = document.querySelector("#compare button");
  if (!button) return;
  const count = ticked.size;
  const { few, many, some } = button.dataset;
  button.disabled = count < 2 || count > MOST;
  const text = count < 2 ? few : count > MOST ? many : some.replace("#", count);
  // Saying it again would be another change to hear of.
  if (button.textContent !== text) button.textContent = text;
}

function keep() {
  for (const field of filters.querySelectorAll('[name="o"]')) field.remove();
  const params = new URLSearchParams(location.search);
  params.delete("o");
  for (const id of ticked) {
    params.append("o", id);
    filters.append(Object.assign(document.createElement("input"), { type: "hidden", name: "o", value: id }));
  }
  const query = String(params);
  history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
}

out.addEventListener("change", ({ target }) => {
  if (target.name !== "o") return;
  if (target.checked) ticked.add(target.value);
  else ticked.delete(target.value);
  keep();
  say();
});

// Copies the absolute form of a link.
out.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-take]");
  if (!button) return;
  await navigator.clipboard.writeText(new URL(button.dataset.take, location.href).href);
  button.textContent = button.dataset.done;
});

// An answer to the filter brings the button as it is without script. A browser that comes back restores ticks on its own.
new MutationObserver(say).observe(out, { childList: true, characterData: true, subtree: true });
for (const box of out.querySelectorAll('tr [name="o"]:checked')) ticked.add(box.value);
say();
