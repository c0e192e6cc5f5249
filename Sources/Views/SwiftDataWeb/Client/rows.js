// SPDX-License-Identifier: Apache-2.0

// Keys, dialogs, menus and rows: what live.js does not need to show a page. It hands on what both use. See README.md
// beside this file.
(() => {
  "use strict";
  const { all, after, box, get, handled, hooks, is, isCheck, isField, listen, listens, near, on, say, send, stop, tell } = window.live;
  const doc = document;
  const { max, min } = Math;
  const arrows = { ArrowDown: 1, ArrowUp: -1 };

  after.push(() => {
    for (const el of all(".s-context-menu:not([popover])")) el.popover = "auto";
    for (const el of all(".s-row-movable:not([tabindex])")) el.tabIndex = 0;
  });

  // Where and how somebody reads: kept for the next page, too, which is sent before its script can tell.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const media = ["(prefers-color-scheme: dark)", "(max-width: 599px)", "(max-height: 449px)", "(prefers-reduced-motion: reduce)"].map(query => matchMedia(query));
  hooks.region = () => {
    const answers = media.map(each => each.matches);
    doc.cookie = "s-region=" + [zone, ...answers.map(Number)].join("~") + ";path=/;samesite=lax";
    return [zone, navigator.language, ...answers];
  };
  for (const each of media) each.onchange = () => say({ r: hooks.region() });
  const smoothly = () => media[3].matches ? "instant" : "smooth";

  // The pointer and keys.

  // A key that is for what is being written in another script: some browsers have ended that just before.
  const composes = e => e.isComposing || e.keyCode === 229;

  let hovered = null;
  on("pointerover", e => {
    const el = e.pointerType === "mouse" ? near(e, "hover") : null;
    if (el === hovered) return;
    if (hovered && hovered.isConnected) tell(hovered, "hover", false);
    if ((hovered = el)) send(el, "hover", true);
  });

  on("submit", stop);
  on("keydown", e => {
    const el = e.target;
    if (composes(e) || !el.closest) return;
    if (e.key === "Enter" && is(el, "INPUT") && !isCheck(el)) {
      if (tell(el, "submit", el.value)) stop(e);
    }
    const key = e.key === " " ? "Space" : e.key, asking = el.closest(`[data-keys~="${CSS.escape(key)}"]`);
    // What was typed since the host has asked for the key is deleted first.
    if (asking && !(key === "Backspace" && el.type === "search" && el.value) && tell(asking, "key", key)) stop(e);
    const chord = (e.altKey ? "Alt+" : "") + (e.shiftKey ? "Shift+" : "") + (e.metaKey || e.ctrlKey ? "Meta+" : "") + key.toLowerCase();
    const scope = all("dialog[open]").pop() || doc;
    const isTyping = isField(el) && !isCheck(el);
    // Return in a field with lines begins another one.
    if (!isTyping || chord !== key.toLowerCase() || key === "Escape" || key === "Enter" && is(el, "INPUT")) {
      for (const shortcut of all("[data-shortcut]", scope)) {
        // Command, where there is one, or Control.
        const wanted = shortcut.dataset.shortcut.toLowerCase(), bare = wanted.replace("control+", "").replace("meta+", "");
        if (bare !== chord.toLowerCase().replace("meta+", "") || shortcut.disabled || /control|meta/.test(wanted) !== /meta/i.test(chord)) continue;
        // What is typed in a field is undone there.
        if (isTyping && /^(Shift\+)?Meta\+[azxcv]$/.test(chord)) continue;
        stop(e);
        shortcut.click();
        return;
      }
    }
  });

  on("keydown", e => {
    const el = e.target;
    if (e.defaultPrevented || composes(e) || !el.closest) return;
    const isTyping = isField(el) && !isCheck(el);
    // What is no control of the browser's own, but hears of clicks.
    if (/^(Enter| )$/.test(e.key) && el.matches("[tabindex][data-e~='click']:not(a,button,input,summary)")) { stop(e); el.click(); return; }
    const row = rowOf(el), step = e.altKey && arrows[e.key];
    if (row && step) {
      const rows = rowsOf(row), at = rows.indexOf(row) + step;
      if (rows[at]) { stop(e); moveRow(rows, at - step, at); }
      return;
    }
    const menu = el.closest("[popover],.s-menu[open]");
    if (menu && e.key === "Escape" && menu.open) { menu.open = false; menu.firstElementChild.focus(); stop(e); }
    if (menu && e.key in arrows) {
      const items = all("button:not(:disabled),a[href]", menu), at = items.indexOf(el);
      const to = max(0, min(items.length - 1, at + arrows[e.key]));
      if (items[to]) { items[to].focus(); stop(e); }
    } else if (!isTyping && e.key in arrows) {
      const row = el.closest(".s-list a, .s-list button, .s-list [tabindex]");
      if (!row) return;
      const items = all("a[href],button:not(:disabled),[tabindex='0']", row.closest(".s-list")).filter(item => !item.closest(".s-row-actions"));
      const to = items[items.indexOf(row) + arrows[e.key]];
      if (to) { to.focus(); stop(e); }
    }
  });

  // Focus follows navigation: to the heading of a page that comes, and back to what has led to the page that goes. A field
  // that the host or somebody has chosen meanwhile keeps it.

  let opener = {};
  on("click", e => { const el = near(e, "click"); if (el) opener = { el, id: el.id }; });
  after.push(() => {
    for (const stack of all(".s-nav-stack")) {
      const page = stack.querySelector(":scope > .s-nav-page:not([inert])"), { _page: former, _name: name } = stack;
      if (!page) continue;
      stack._page = page;
      stack._name = page.id;
      if (!former || former === page) continue;
      const trail = stack._trail = stack._trail || [], at = trail.findIndex(each => each.name === page.id), active = doc.activeElement;
      const link = at >= 0 && get(trail[at].link);
      if (at >= 0) trail.length = at; else trail.push({ name, link: former.contains(opener.el) && opener.id });
      if (active && active !== doc.body && !active.closest("[inert]")) continue;
      const target = link || page.querySelector(".s-nav-title,h1,h2,[role=heading]") || page;
      if (target !== link) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    }
  });

  // A row that goes takes no focus with it: the row in its place gets that, or the heading of the page if there is none.
  // Not a field, which would bring up a keyboard on the screen.

  let rowAt = null;
  const isOut = el => !el.isConnected || el.closest("[inert]");
  const note = el => {
    const row = el && el.closest && el.closest(".s-row"), list = row && row.closest(".s-list,.s-form");
    rowAt = list && { row, list, index: all(".s-row", list).indexOf(row) };
  };
  on("focusin", e => note(e.target));
  after.push(() => {
    const active = doc.activeElement, isLost = !active || active === doc.body;
    if (!rowAt || !isOut(rowAt.row)) return rowAt && rowAt.row.contains(active) ? note(active) : undefined;
    const { list, index } = rowAt;
    rowAt = null;
    if (!isLost || isOut(list)) return;
    const rows = all(".s-row", list).filter(each => !isOut(each)), row = rows[min(index, rows.length - 1)];
    const target = row && [row, ...all("a[href],button:not(:disabled),[tabindex]", row)].find(each => each.tabIndex >= 0 && !each.closest(".s-row-actions"))
      || row || (list.closest(".s-nav-page") || list).querySelector(".s-nav-title,h1,h2,[role=heading]") || list;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  });

  // Menus: details that open over the page; context menus are popovers.

  function position(menu, left, top, right, above) {
    const { width, height } = box(menu);
    const x = left + width > innerWidth - 8 ? right - width : left;
    const y = top + height > innerHeight - 8 && above - height > 8 ? above - height : top;
    menu.style.left = max(8, min(x, innerWidth - width - 8)) + "px";
    menu.style.top = max(8, min(y, innerHeight - height - 8)) + "px";
  }

  on("toggle", e => {
    const el = e.target, items = el.open && el.querySelector(":scope > .s-menu-items");
    if (is(el, "DETAILS")) tell(el, "toggle", el.open);
    if (!items) return;
    const { left, right, top, bottom } = box(el);
    position(items, left, bottom + 6, right, top - 6);
  });

  on("contextmenu", e => {
    let el = e.target, menu;
    while (el && el.querySelector && !(menu = el.querySelector(":scope > .s-context-menu"))) el = el.parentNode;
    const row = !menu && withActions(e.target);
    if (row) { stop(e); reveal(row); }
    if (!menu) return;
    stop(e);
    menu.showPopover();
    position(menu, e.clientX, e.clientY, e.clientX, e.clientY);
  });

  // Actions of a row, which lie beyond its end: it is scrolled to them, and back when something else is done.

  const withActions = el => { const row = el.closest && el.closest(".s-row"); return row && row.querySelector(":scope > .s-row-actions") && row; };
  const isReversed = el => getComputedStyle(el).direction === "rtl";
  const reveal = (row, isOpen = true) => row.scrollTo({ left: isOpen ? (isReversed(row) ? -1 : 1) * row.scrollWidth : 0, behavior: smoothly() });

  on("click", e => {
    const row = withActions(e.target);
    if (row && e.target.closest(".s-row-remove")) return reveal(row, !row.scrollLeft);
    for (const other of all(".s-row")) if (other.scrollLeft && (other !== row || !e.target.matches(".s-row-actions"))) reveal(other, false);
    if (row && e.target.matches(".s-row-actions")) reveal(row, !row.scrollLeft);
  });
  on("focusout", e => {
    const row = withActions(e.target);
    if (row && row.scrollLeft && !row.contains(e.relatedTarget)) reveal(row, false);
  });

  // Pages beside each other: scrolled to the one that the host shows, and the host is told where somebody has scrolled to.

  after.push(() => {
    for (const strip of all(".s-pager-strip")) {
      const shown = strip.querySelector(":scope > .s-selected");
      if (!shown || strip._shown === shown.id) continue;
      const left = shown.offsetLeft - strip.offsetLeft;
      // On its way there an earlier movement may end elsewhere, which nobody has asked for.
      strip._awaited = Math.abs(strip.scrollLeft - left) > 1 && shown.id;
      strip.scrollTo({ left, behavior: strip._shown ? smoothly() : "instant" });
      strip._shown = shown.id;
    }
  });
  listen("pointerdown wheel keydown", e => {
    const strip = e.target.closest && e.target.closest(".s-pager-strip");
    if (strip) strip._awaited = false;
  }, { passive: true, capture: true });
  on("scrollend", e => {
    const strip = e.target;
    if (!strip.matches || !strip.matches(".s-pager-strip")) return;
    const page = [...strip.children].reduce((a, b) => Math.abs(box(b).left - box(strip).left) < Math.abs(box(a).left - box(strip).left) ? b : a);
    if (page.id === strip._shown) strip._awaited = false;
    if (page.id === strip._shown || strip._awaited) return;
    strip._shown = page.id;
    send(strip, "change", page.id);
  });

  // Rows in another order, by dragging a grip: with a mouse, a finger or a pen.

  const rowOf = el => el.closest && el.closest('[data-e~="reorder"]');
  const rowsOf = row => [...row.parentNode.children].filter(each => listens(each, "reorder"));
  // By name: the host may have other rows between them by now.
  const moveRow = (rows, from, to) => send(rows[from], "reorder", (to > from ? "after:" : "before:") + rows[to].id);

  on("pointerdown", e => {
    const row = rowOf(e.target);
    if (!row || e.target.closest("button,a,input")) return;
    // The grip is the end of the content.
    const { left, right } = box(row.querySelector(":scope > .s-row-content") || row), { clientX: x } = e;
    if (isReversed(row) ? x < left || x > left + 44 : x < right - 44 || x > right) return;
    stop(e);
    row.focus();
    const rows = rowsOf(row), from = rows.indexOf(row), start = e.clientY, boxes = rows.map(each => box(each)), over = new AbortController();
    let to = from;
    row.classList.add("s-dragged");
    const move = e => {
      const y = e.clientY, shift = boxes[from].height;
      to = from;
      boxes.forEach((each, i) => { if (i > from && y > each.top + each.height / 2) to = i; });
      for (let i = from - 1; i >= 0; i--) if (y < boxes[i].top + boxes[i].height / 2) to = i;
      rows.forEach((each, i) => {
        const offset = i === from ? y - start : i > from && i <= to ? -shift : i < from && i >= to ? shift : 0;
        each.style.transform = offset ? `translateY(${offset}px)` : "";
      });
    };
    const drop = e => {
      over.abort();
      for (const each of rows) each.style.transform = "";
      row.classList.remove("s-dragged");
      if (e.type === "pointerup" && to !== from) moveRow(rows, from, to);
    };
    listen("pointermove", move, over);
    listen("pointerup pointercancel", drop, over);
  });

  // Cells of a table, by the arrow keys: one stop of the Tab key, whatever is in them.

  const cellOf = el => el.closest && el.closest(".s-table-cells td,.s-table-cells th");
  // The cell that has had the focus last, its place in its row, and its table.
  let cellAt = {};
  const enter = cell => { cell.tabIndex = -1; cell.focus(); cellAt = { cell, index: cell.cellIndex, table: cell.closest(".s-table-cells") }; };
  const firstInSight = table => {
    const { top, bottom } = box(table), head = table.querySelector("thead"), from = head ? box(head).bottom : top;
    return all("tbody > tr:not([data-rows])", table).find(row => box(row).top >= from - 1 && box(row).top < bottom);
  };
  const isEditor = el => isField(el) && !isCheck(el);

  on("keydown", e => {
    const el = e.target, table = el.closest && el.closest(".s-table-cells"), cell = cellOf(el);
    if (!table || composes(e) || e.altKey || e.ctrlKey || e.metaKey) return;
    if (isEditor(el)) {
      // Back to the cell; the host has heard of the key, and takes the field away.
      if (cell && (e.key === "Escape" || e.key === "Enter" && !is(el, "TEXTAREA"))) { el._left = true; enter(cell); stop(e); }
      return;
    }
    const steps = { ...arrows, PageDown: 15, PageUp: -15 }, step = steps[e.key] || 0;
    const side = { ArrowRight: 1, ArrowLeft: -1, Home: -1e6, End: 1e6 }[e.key] || 0;
    if (!cell) {
      const first = firstInSight(table);
      if (first && step) { stop(e); enter(first.cells[0]); }
      return;
    }
    const row = cell.parentNode;
    if (step || side) {
      // At the end of the rows that are here the others come into sight first.
      const rows = all("tbody > tr:not([data-rows])", table), at = rows.indexOf(row), isTop = !table.scrollTop;
      let line = step ? rows[max(0, min(rows.length - 1, at + step))] || row : row;
      if (step < 0 && (at < 0 || at === 0 && isTop)) line = table.querySelector("thead > tr") || row;
      if (step && line === row && at >= 0) table.scrollBy(0, step * box(row).height);
      const cells = [...line.cells].filter(each => each.textContent || each.firstElementChild || listens(each, "doubleClick"));
      const place = cells.indexOf(line.cells[cell.cellIndex]);
      const target = side ? cells[max(0, min(cells.length - 1, place + side * (isReversed(table) ? -1 : 1)))] : line.cells[cell.cellIndex];
      if (target) { stop(e); enter(target); }
    } else if (el === cell && (e.key === "Enter" || e.key === "F2")) {
      stop(e);
      const inner = cell.querySelector("a[href],button");
      if (listens(cell, "doubleClick")) send(cell, "doubleClick"); else if (e.key === "Enter") (inner || row).click();
    } else if (el === cell && e.key === " ") {
      const check = row.querySelector("input[type=checkbox]");
      if (check) { stop(e); check.click(); }
    }
  });
  on("dblclick", e => { const cell = cellOf(e.target); if (cell && listens(cell, "doubleClick") && !isEditor(e.target)) enter(cell); });
  after.push(() => {
    // A row that went out of sight faster than others came took the focus with it: to the table, until there are rows.
    const { cell: former, index, table } = cellAt;
    if (former && !former.isConnected && table.isConnected && [doc.body, table].includes(doc.activeElement)) {
      const row = firstInSight(table);
      if (row) enter(row.cells[min(index, row.cells.length - 1)]); else table.focus();
    }
    const cell = doc.activeElement, field = cell && cell.matches(".s-table-cells td") && cell.querySelector("input,select,textarea");
    if (!field || field._left || isCheck(field)) return;
    field.focus();
    if (field.select) field.select();
  });

  // Dialogs: the host closes them.

  // Returns the number of the event, if it is told.
  hooks.dismiss = (dialog, beside) => {
    if (!dialog.hasAttribute("data-modal") || !beside && dialog.getAttribute("role") === "alertdialog") return tell(dialog, "toggle", false);
  };
  // After all other keys. Browsers let a page refuse to close a dialog, but not twice: so they are not asked.
  on("keydown", e => {
    const el = e.target, dialog = e.key === "Escape" && !e.defaultPrevented && !composes(e) && all("dialog[open]").pop();
    // What lies over it goes first, and so does what is searched for.
    if (!dialog || el.type === "search" && el.value || doc.querySelector("[popover=auto]:popover-open")) return;
    stop(e);
    if (!e.repeat) hooks.dismiss(dialog);
  });
  on("cancel", e => { if (is(e.target, "DIALOG")) { stop(e); hooks.dismiss(e.target); } });
  // A browser has closed it, by some other way back.
  on("close", e => {
    const el = e.target;
    if (is(el, "DIALOG") && el.isConnected && !el.open) el.showModal();
  });
  on("click", e => {
    const el = e.target;
    if (!is(el, "DIALOG") || e.defaultPrevented) return;
    const { left, right, top, bottom } = box(el), { clientX: x, clientY: y } = e;
    if (x < left || x > right || y < top || y > bottom) hooks.dismiss(el, true);
  });

  // The grip of a sheet that has several heights: it is dragged to the nearest one, and arrow keys lead to the next one.

  const heightsOf = grip => grip.dataset.heights.split(";").map(part => {
    const [name, height, points] = part.split(" ");
    return { name, height: points ? +points : innerHeight * height };
  }).sort((a, b) => a.height - b.height);
  const gripOf = e => e.target.closest && e.target.closest(".s-sheet-handle");
  let lifted = null, wasDragged = false;
  // The host has handled it, and says how high the sheet is now. What it says before is about something else.
  after.push(() => {
    if (!lifted || handled() < lifted.number) return;
    lifted.content.style.height = "";
    lifted = null;
  });

  on("pointerdown", e => {
    const grip = gripOf(e);
    wasDragged = false;
    if (!grip || e.button) return;
    const dialog = grip.closest("dialog"), content = dialog.querySelector(":scope > .s-dialog-content"), before = box(content).height, over = new AbortController();
    // In the middle of a window it grows to both sides.
    const pace = box(dialog).bottom > innerHeight - 2 ? 1 : 2;
    let height = before;
    listen("pointermove", move => {
      height = max(0, before + pace * (e.clientY - move.clientY));
      if (Math.abs(height - before) > 4) wasDragged = true;
      if (wasDragged) content.style.height = height + "px";
    }, over);
    listen("pointerup pointercancel", up => {
      over.abort();
      if (!wasDragged) return;
      const heights = heightsOf(grip), nearest = heights.reduce((a, b) => Math.abs(b.height - height) < Math.abs(a.height - height) ? b : a);
      const isClosed = up.type === "pointerup" && height < heights[0].height / 2 && !dialog.hasAttribute("data-modal");
      const isKept = up.type === "pointercancel" || !isClosed && nearest.name === grip.value;
      content.style.height = isKept ? "" : nearest.height + "px";
      if (isKept) return;
      const number = isClosed ? hooks.dismiss(dialog, true) : send(grip, "change", nearest.name);
      // What cannot be told, nobody answers.
      if (number) lifted = { content, number }; else content.style.height = "";
    }, over);
  });
  // Where the pointer is not over the grip at the end, as beyond the greatest height, the dialog is clicked.
  listen("click", e => { if (wasDragged && (gripOf(e) || is(e.target, "DIALOG"))) { wasDragged = false; e.stopImmediatePropagation(); stop(e); } }, { capture: true });
  on("keydown", e => {
    const grip = gripOf(e), step = grip && -(arrows[e.key] || 0);
    if (!step) return;
    stop(e);
    const heights = heightsOf(grip), next = heights[heights.findIndex(each => each.name === grip.value) + step];
    if (next) send(grip, "change", next.name);
  });

  // The edges of columns: the browser shows how wide they become, and the host is told at the end.

  on("pointerdown", e => {
    const edge = e.target.closest && e.target.closest(".s-column-edge"), head = edge && edge.closest("th"), table = head && head.closest("table");
    if (!table || e.button) return;
    stop(e);
    const column = table.querySelectorAll(":scope > colgroup > col")[head.cellIndex], before = box(head).width, whole = box(table).width, over = new AbortController();
    let width = before;
    listen("pointermove", move => {
      width = Math.round(max(48, min(1200, before + (move.clientX - e.clientX) * (isReversed(table) ? -1 : 1))));
      column.style.width = width + "px";
      table.style.width = whole + width - before + "px";
    }, over);
    listen("pointerup pointercancel", () => { over.abort(); if (width !== before) send(edge, "change", width); }, over);
  });
  on("click", e => { if (e.target.closest && e.target.closest(".s-column-edge")) { e.stopImmediatePropagation(); stop(e); } });

  // Files, part by part: the next one when the host has handled the one before.

  on("change", async e => {
    const el = e.target, files = listens(el, "upload") && el.files ? [...el.files] : [];
    // A field of views takes several, and is told which one of how many a part is of.
    const isCounted = el.matches(".s-file-picker *");
    // Others that are chosen meanwhile are sent instead.
    const mine = el._files = {}, isOver = () => el._files !== mine || !el.isConnected;
    for (const [i, file] of files.entries()) for (let at = 0; at === 0 || at < file.size; at += 98304) {
      const part = new Uint8Array(await file.slice(at, at + 98304).arrayBuffer());
      let text = "";
      for (const byte of part) text += String.fromCharCode(byte);
      if (isOver()) return;
      const number = send(el, "upload", (isCounted ? i + "/" + files.length + "/" : "") + at + "/" + file.size + "/" + file.name + "\n" + btoa(text));
      while (handled() < number) { await new Promise(done => setTimeout(done, 10)); if (isOver()) return; }
    }
  });

  // Long lists: only the rows near those in sight are here; the room of the others is kept.

  let waits = false;
  after.push(windows);
  function windows() {
    waits = false;
    for (const gap of all('[data-e~="window"]')) {
      const list = gap.parentNode, count = +gap.dataset.count, first = +gap.dataset.first, last = +gap.dataset.last, shown = last - first + 1;
      let after = gap.nextElementSibling;
      while (after && !after.hasAttribute("data-rows")) after = after.nextElementSibling;
      const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
      // In a grid a gap without rows takes no room: what lies beside it says where it is.
      const isThin = el => el && el.matches('.s-grid > [data-rows="0"]'), next = gap.nextElementSibling;
      const place = isThin(gap) && next || gap, { top } = box(place), begin = place === gap ? box(gap).bottom : top;
      const end = isThin(after) ? box(after.previousElementSibling).bottom : after ? box(after).top : box(list).bottom;
      // What one row takes, measured on those that are here.
      // Only once for each width: other rows may be higher, and all would be elsewhere.
      if (end > begin && shown > 0 && list._width !== innerWidth) {
        list._each = (end - begin) / Math.ceil(shown / columns);
        list._width = innerWidth;
      }
      const each = list._each || 44;
      list.style.setProperty("--row-height", each / columns + "px");
      const screen = Math.ceil(innerHeight / each) * columns;
      const from = max(0, Math.floor(-top / each) * columns), to = min(count - 1, from + screen);
      if (top > innerHeight || from >= count) continue;
      const isNear = from - first < screen / 2 && first > 0 || last - to < screen / 2 && last + 1 < count;
      // The host does not know how many columns there are, and may have begun within a row when it has scrolled somewhere.
      const isWithin = first % columns > 0 && first !== gap._begin;
      const begins = max(0, from - screen), wanted = begins + "-" + min(count - 1, to + screen), asked = wanted + "/" + first;
      if ((isNear || isWithin) && asked !== gap._asked) { gap._asked = asked; gap._begin = begins; send(gap, "window", wanted); }
    }
  }
  function watch() {
    if (waits) return;
    waits = true;
    requestAnimationFrame(windows);
  }
  listen("scroll", watch, { passive: true, capture: true });
  listen("resize", watch);

  for (const action of after) action();
})();
