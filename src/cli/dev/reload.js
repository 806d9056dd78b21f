// Runs in pages that the dev server sends. After a build, it reloads the page and restores the scroll position, or shows why the build failed.
// Messages are set as text, so they are never parsed as HTML. It is a block, so that it defines no global names.
{
  const { version, events } = document.currentScript.dataset;
  const storage = 'docgen-dev-place';
  const here = () => location.pathname + location.search;

  /** Returns each `<details>` with a name: the summaries of it and its ancestors, and its number among those with the same summaries. */
  const sections = () => {
    const seen = new Map();
    return [...document.querySelectorAll('details')].map((element) => {
      let name = '';
      for (let at = element; at; at = at.parentElement?.closest('details'))
        name = `${at.querySelector('summary')?.textContent ?? ''}\n${name}`;
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      return { element, name: `${number} ${name}` };
    });
  };
  const scrollers = () => document.querySelectorAll('nav, aside, [popover], dialog');

  let isReloading = false;
  const topOf = (element) => element.getBoundingClientRect().top;

  /** Saves the scroll position, relative to the nearest heading, because the heading can move. */
  const keepPlace = () => {
    const headings = [...document.querySelectorAll(':is(h1, h2, h3, h4, h5, h6)[id]')];
    const [nearest] = headings.sort((a, b) => Math.abs(topOf(a)) - Math.abs(topOf(b)));
    const place = {
      page: here(),
      y: scrollY,
      x: scrollX,
      id: nearest?.id,
      top: nearest && topOf(nearest),
      sections: Object.fromEntries(sections().map(({ element, name }) => [name, element.open])),
      scrolled: [...scrollers()].map(({ scrollTop }) => scrollTop),
    };
    sessionStorage.setItem(storage, JSON.stringify(place));
    isReloading = true;
    history.scrollRestoration = 'manual';
  };

  const restorePlace = () => {
    const kept = sessionStorage.getItem(storage);
    if (kept === null) return;
    sessionStorage.removeItem(storage);
    const place = JSON.parse(kept);
    if (place.page !== here()) {
      history.scrollRestoration = 'auto';
      return;
    }
    for (const { element, name } of sections()) element.open = place.sections[name] ?? element.open;
    [...scrollers()].forEach((element, index) => {
      element.scrollTop = place.scrolled[index] ?? 0;
    });
    const scroll = () => {
      const nearest = place.id === undefined ? null : document.getElementById(place.id);
      const top = nearest ? scrollY + topOf(nearest) - place.top : place.y;
      scrollTo({ left: place.x, top, behavior: 'instant' });
    };
    scroll();
    // Styles and images load later. If the reader has scrolled by then, the position stays.
    let hasMoved = false;
    for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      addEventListener(name, () => (hasMoved = true), { once: true, passive: true });
    const settle = () => {
      if (!hasMoved) scroll();
      // For a moment after this, the browser still restores the position of the previous page. This page can be reloading by then.
      setTimeout(() => isReloading || Object.assign(history, { scrollRestoration: 'auto' }), 1000);
    };
    addEventListener('load', settle, { once: true });
  };

  let panel;
  const show = (faults) => {
    panel?.remove();
    panel = undefined;
    if (faults.length === 0) return;
    panel = document.createElement('docgen-faults');
    const root = panel.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    const add = (parent, name, text = '') =>
      parent.appendChild(Object.assign(document.createElement(name), { textContent: text }));
    const box = add(root, 'section');
    box.setAttribute('role', 'alert');
    const close = add(box, 'button', 'Close');
    close.addEventListener('click', () => panel?.remove());
    add(box, 'h2', faults.length === 1 ? 'The site was not built' : `The site was not built: ${faults.length} errors`);
    for (const { code, message, place, hint } of faults) {
      const entry = add(box, 'article');
      add(entry, 'h3', place ? `${code} ${place}` : code);
      add(entry, 'p', message);
      if (hint) add(entry, 'p', hint).className = 'hint';
    }
    add(box, 'p', 'Below is the last site that was built. This panel closes when the error is fixed.').className =
      'last';
    document.documentElement.append(panel);
  };
  addEventListener('keydown', ({ key }) => key === 'Escape' && panel?.remove());
  const styles = `
    section { position: fixed; inset: auto 0 0; z-index: 2147483647; max-height: 70vh; overflow: auto; box-sizing: border-box; padding: 1rem 1.5rem;
      border-top: 4px solid #d33; background: #fff; color: #111; font: 15px/1.5 system-ui, sans-serif; text-align: start; box-shadow: 0 -8px 32px #0006; }
    h2 { margin: 0 4rem .5rem 0; font-size: 1.15rem; }
    h3 { margin: 1rem 0 0; font: 600 .9rem ui-monospace, monospace; color: #b00; overflow-wrap: anywhere; }
    p { margin: .25rem 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    .hint::before { content: 'help: '; font-weight: 600; }
    .last { margin-top: 1rem; color: #555; }
    button { float: right; font: inherit; padding: .125rem .75rem; }
    @media (prefers-color-scheme: dark) { section { background: #1b1b1f; color: #eee; } h3 { color: #ff9a92; } .last { color: #aaa; } }
    @media print { section { display: none; } }`;

  // A browser opens at most six connections to a server, for all tabs. Hidden tabs close theirs.
  let stream;
  const listen = () => {
    if (document.visibilityState === 'hidden') {
      stream?.close();
      stream = undefined;
      return;
    }
    if (stream) return;
    stream = new EventSource(events);
    stream.addEventListener('message', ({ data }) => {
      const state = JSON.parse(data);
      if (state.version !== version) {
        stream.close();
        keepPlace();
        location.reload();
      } else show(state.faults);
    });
  };
  const begin = () => {
    restorePlace();
    listen();
    document.addEventListener('visibilitychange', listen);
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}
