// The plans that this browser looked at lately: kept here and nowhere else, cleared by the button.
// Plain script and not an island: it is wanted on one page, and the wasm of all pages would grow for it.
const KEY = "zuka.plans";
const MOST = 8;
const panel = document.querySelector("[data-recent]");
const list = panel.querySelector("ul");

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

// Language, colours and currency are the visitor's of the moment and no part of the plan.
function scenario(search) {
  const params = new URLSearchParams(search);
  for (const name of ["lang", "theme", "currency", "part"]) params.delete(name);
  return params.toString();
}

function remember() {
  const query = scenario(location.search);
  const figure = document.querySelector("#out .answer .fig")?.textContent;
  if (!query || !figure) return;
  const card = document.querySelector("#gpu")?.selectedOptions[0]?.textContent ?? "";
  const days = document.querySelector("#days")?.value ?? "";
  const plan = { query, text: `${figure} · ${card} · ${days} ${panel.dataset.days}`, day: panel.dataset.today };
  const others = stored().filter((known) => known.query !== query);
  try {
    localStorage.setItem(KEY, JSON.stringify([plan, ...others].slice(0, MOST)));
  } catch {
    // A browser that keeps nothing has no recent plans.
  }
}

function show() {
  const here = scenario(location.search);
  const plans = stored().filter((plan) => plan.query !== here);
  list.replaceChildren(
    ...plans.map((plan) => {
      const link = Object.assign(document.createElement("a"), { href: `/plan?${plan.query}`, textContent: plan.text });
      const day = Object.assign(document.createElement("span"), { className: "xs dim", textContent: ` ${plan.day}` });
      const item = document.createElement("li");
      item.append(link, day);
      return item;
    }),
  );
  panel.hidden = plans.length === 0;
}

panel.querySelector("button").addEventListener("click", () => {
  localStorage.removeItem(KEY);
  show();
});
addEventListener("pagehide", remember);
show();
