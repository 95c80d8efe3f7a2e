// Loads the islands and says when they live. The stock loader waits for an idle moment and does not await its islands.
import init, * as zuka from "./zuka.js";
await init({ module_or_path: new URL("zuka_bg.wasm", import.meta.url) });
zuka.hydrate();
for (const island of document.querySelectorAll("leptos-island")) await zuka[island.dataset.component]?.(island);
document.documentElement.dataset.hydrated = performance.now();
addEventListener("click", (event) => event.target.closest?.("[data-print]") && print());
