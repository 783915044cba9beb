// The page around the program: the line being typed, the transcript, and the stage.

const text = id('text'), transcript = id('transcript');
let program = null, state = {}, look = null, past = [], place = -1, draft = '', choices = [], chosen = -1, files = null;
let pending = [], timer = 0, pause = 0, question = null, changes = null;

// MARK: Rows

// Returns the elements of styled text: see WebRow.
function styled(row) {
  return row.map(run => {
    if (typeof run === 'string') return run;
    const [words, style, lower] = run, element = make('span', {});
    element.textContent = words;
    if (style[0] !== '#') element.className = style;
    // The colour of a ring; those of a picture, whose rows leave no gaps.
    else if (!lower) element.style.color = style;
    else {
      element.className = 'pixels';
      element.style.backgroundImage = `linear-gradient(${style} 50%, ${lower} 50%)`;
    }
    return element;
  });
}
const plain = row => row.map(run => typeof run === 'string' ? run : run[0]).join('');

// The rows that are kept on the page.
const mostRows = 5000;
function write(rows, kind = '') {
  const isAtEnd = transcript.scrollTop + transcript.clientHeight > transcript.scrollHeight - 40;
  const elements = rows.map(row => {
    const element = make('div', kind ? {class: kind} : {});
    element.append(...styled(row));
    return element;
  });
  transcript.append(...elements);
  while (transcript.childElementCount > mostRows) transcript.firstChild.remove();
  if (isAtEnd || kind === 'typed') transcript.scrollTop = transcript.scrollHeight;
}

// MARK: Messages of the program

function receive(message) {
  if (message.rows) { write(message.rows, message.isTyped ? 'typed' : ''); announce(message.rows); }
  else if (message.state) { state = message.state; showState(); }
  else if (message.look) { look = message.look; showLine(); }
  else if (message.completions) choices = message.completions;
  else if (message.history) past = message.history;
  else if (message.stage) showStage(message.stage);
  else if ('screen' in message) showScreen(message.screen);
  else if ('walk' in message) showWalk(message);
  else if (message.copy !== undefined) copy(message.copy);
  else if (message.file || message.removed) { if (changes) changes.push(message); }
  else if (message.trouble) write([[[message.trouble, 'error']]], 'trouble');
}

let news = '', isQuiet = false;
// For screen readers, the rows of the log are announced by its role; many at once would never end.
function announce(rows) {
  news = rows.length > 6 ? `${rows.length} lines` : '';
  if (!isQuiet && news) { id('news').textContent = news; isQuiet = true; setTimeout(() => isQuiet = false, 1000); }
}

function showState() {
  id('prompt').replaceChildren(...styled(question ? question.ask : state.prompt || []));
  id('line').classList.toggle('asked', !!question);
  id('status').replaceChildren(...styled(state.status || []));
  document.body.classList.toggle('busy', program.isRunning && !question);
  if (state.isOver) { text.disabled = id('enter').disabled = true; text.placeholder = 'the session is over: reload the page'; }
  clearTimeout(timer);
  if (state.next !== undefined && !state.isOver)
    timer = setTimeout(wake, Math.min(2 ** 30, Math.max(0, state.next * 1000)));
}

async function wake() {
  if (program.isRunning) return;
  await program.advance();
  after();
}

// What follows each call that may have changed something.
function after() {
  if (state.typed) { setText(state.typed); state.typed = undefined; }
  showState();
  program.paint();
  report(views.lesson);
  animate();
  keep();
}

// The recordings of lessons, whole.
const lessonFiles = new Map();
async function keep() {
  if (!files && !token) return;
  changes = [];
  program.snapshot();
  const all = changes.map(({file, from, bytes, removed}) =>
    removed ? {removed} : {file, from, bytes: Uint8Array.from(atob(bytes), c => c.charCodeAt(0))});
  changes = null;
  for (const {file, from, bytes} of all) {
    if (!file || !file.includes('/lessons/')) continue;
    const before = from ? lessonFiles.get(file) : new Uint8Array();
    lessonFiles.set(file, Uint8Array.from([...before, ...bytes]));
    handIn(file, lessonFiles.get(file));
  }
  if (!files || !all.length) return;
  try { await files.keep(all); } catch (error) { receive({trouble: `this browser does not keep the last changes: ${error.message}`}); }
}

// MARK: The stage

let stage = {at: 0, now: 0, rate: 0, received: 0}, views = {}, isAnimated = false;
const own = () => stage.now + (performance.now() - stage.received) * stage.rate;
const running = part => part.p + part.r * (own() - part.since);
function showStage(news) {
  stage = {...news, received: performance.now()};
  for (const [name, part] of Object.entries(news.parts)) {
    if (part) views[name] = {...part, since: news.at}; else delete views[name];
  }
  drawStage();
}
function drawStage() {
  const isAny = ['story', 'timer', 'map', 'posts', 'lesson'].some(name => views[name]);
  id('stage').hidden = !isAny;
  id('empty').hidden = true;
  drawLesson(views); drawStory(views, 0); drawTimer(views, 0); drawMap(views); drawPosts(views);
}
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
function animate() {
  const isMoving = () => stage.rate > 0 && Object.values(views).some(part => part.r);
  if (isAnimated || !isMoving()) return;
  isAnimated = true;
  // With reduced motion the page draws one picture a second.
  const soon = frame => isCalm.matches ? setTimeout(frame, 1000) : requestAnimationFrame(frame);
  soon(function frame() {
    drawStage();
    isAnimated = isMoving();
    if (isAnimated) soon(frame);
  });
}
// While a line waits, the stage follows it.
setInterval(() => {
  if (program && program.isRunning) { program.paint(); animate(); document.body.classList.toggle('busy', !question); }
}, 250);

// MARK: The whole window

// What `watch`, `browse` and `explore` draw: rows of cells. A key is handed to the program when it waits for one.
const screen = id('screen'), cells = id('cells');
let keys = [], waiting = null, isResized = false;
function showScreen(news) {
  if (!news) {
    screen.hidden = true;
    for (const place of document.querySelectorAll('header, main')) place.inert = false;
    return text.focus();
  }
  if (screen.hidden) {
    screen.hidden = false;
    for (const place of document.querySelectorAll('header, main')) place.inert = true;
    [keys, isResized] = [[], true];
    cells.replaceChildren();
    screen.focus();
  }
  for (const [number, row] of news.rows) {
    while (cells.childElementCount <= number) cells.append(make('div', {}));
    cells.children[number].replaceChildren(...styled(row));
  }
}
function nextKey(seconds) {
  if (isResized) return Promise.resolve(newSize());
  if (keys.length) return Promise.resolve(keys.shift());
  return new Promise(resolve => {
    const end = key => { waiting = null; clearTimeout(over); resolve(key); };
    const over = seconds === null ? 0 : setTimeout(end, Math.min(seconds * 1000, 2 ** 30), '');
    waiting = end;
  });
}
function pressOnScreen(key) { if (waiting) waiting(key); else keys.push(key); }
// Tells the program how many cells fit; it then draws all of them.
function newSize() {
  isResized = false;
  const probe = make('span', {}, 'M'.repeat(100)), row = make('div', {}, probe);
  cells.replaceChildren(row);
  const width = probe.getBoundingClientRect().width / 100, height = row.getBoundingClientRect().height;
  cells.replaceChildren();
  return `size ${Math.floor(cells.clientWidth / width)} ${Math.floor(cells.clientHeight / height)}`;
}
const keyWords = event => {
  const {key} = event;
  if (event.ctrlKey) return key === 'c' ? 'Ctrl+c' : '';
  if (event.altKey) return key === 'ArrowLeft' || key === 'ArrowRight' ? `Alt+${key}` : [...key].length === 1 ? key : '';
  return /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Unidentified)$/.test(key) ? '' : key;
};
function listenToScreen() {
  screen.addEventListener('keydown', event => {
    // Buttons have keys of their own.
    if (event.metaKey || event.target !== screen && /^(Enter| |Tab)$/.test(event.key)) return;
    const words = keyWords(event);
    if (words) { event.preventDefault(); event.stopPropagation(); pressOnScreen(words); }
  });
  for (const button of screen.querySelectorAll('button'))
    button.addEventListener('click', () => { pressOnScreen(button.dataset.key); screen.focus(); });
  new ResizeObserver(() => {
    if (screen.hidden) return;
    isResized = true;
    if (waiting) waiting(newSize());
  }).observe(cells);
}

// MARK: The past

// The walk through the past takes the keys while it lasts; its rows are below the line.
let isWalking = false, isPassedOn = false;
function showWalk({walk, run: line, passes}) {
  [isWalking, isPassedOn] = [!!walk, !!passes];
  id('past').hidden = !walk;
  id('past').replaceChildren(...(walk ? walk.rows : []).map(row => make('div', {}, ...styled(row))));
  if (line) { setText(''); run(line); }
}
// Returns whether the walk has taken a key.
function walk(words) {
  if (!words || !isWalking && words !== 'Alt+ArrowLeft' || program.isRunning || question) return false;
  const wasWalking = isWalking;
  program.walk(words);
  return isWalking || wasWalking && !isPassedOn;
}

// MARK: Copying

async function copy(words) {
  try { await navigator.clipboard.writeText(words); } catch {
    // A class is not a secure context, and has no clipboard of its own.
    const area = make('textarea', {class: 'unseen'}, words);
    document.body.append(area);
    area.select();
    if (!document.execCommand('copy')) receive({trouble: 'this browser does not let the page use its clipboard'});
    area.remove();
    (screen.hidden ? text : screen).focus();
  }
}

// MARK: Touch

// A finger on the story: it holds, taps or swipes as in the app.
function listenToTouch() {
  const frame = document.querySelector('.frame');
  const holdDelay = 220, swipeLength = 40;
  let finger = null;
  const share = event => {
    const box = frame.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)).toFixed(2);
  };
  frame.addEventListener('pointerdown', event => {
    if (finger || event.button) return;
    frame.setPointerCapture(event.pointerId);
    finger = {id: event.pointerId, x: event.clientX, y: event.clientY, at: share(event), isHeld: false};
    finger.timer = setTimeout(() => { finger.isHeld = true; run(`hold at ${finger.at}`); }, holdDelay);
  });
  const end = event => {
    if (!finger || event.pointerId !== finger.id) return;
    const {x, y, at, isHeld} = finger;
    clearTimeout(finger.timer);
    finger = null;
    if (isHeld) return run('release');
    if (event.type === 'pointercancel') return;
    const [right, down] = [event.clientX - x, event.clientY - y];
    if (Math.max(Math.abs(right), Math.abs(down)) < swipeLength) return run(`tap ${at}`);
    run('swipe ' + (Math.abs(right) > Math.abs(down) ? right > 0 ? 'right' : 'left' : down > 0 ? 'down' : 'up'));
  };
  frame.addEventListener('pointerup', end);
  frame.addEventListener('pointercancel', end);
  frame.addEventListener('contextmenu', event => event.preventDefault());
}

// MARK: Lines

async function run(line) {
  pending.push(line);
  if (pending.length > 1) return;
  while (pending.length) {
    const next = pending[0];
    write([[...state.prompt || ['› '], ...(look && look.line === next ? look.colours : [next])]], 'typed');
    try { await program.run(next); } catch (error) {
      receive({trouble: `the program has failed: ${error.message}. Reload the page: what was kept is still there.`});
    }
    pending.shift();
    program.history();
    after();
  }
  lookAgain();
}

function submit() {
  const line = text.value;
  closeChoices();
  if (question) {
    const {ask: asked, isHidden, resolve} = question;
    question = null;
    write([[...asked, isHidden ? '' : line]], 'typed');
    setText('');
    showState();
    return resolve(line);
  }
  if (!line.trim()) return;
  if (!program.isRunning) {
    program.look(line, line.length, false);
    if (!look.isComplete) return insert('\n' + ' '.repeat(look.indentation));
  }
  [place, draft] = [-1, ''];
  setText('');
  run(line);
}

// Answers a running line: a wait for a key, or a question, which takes the place of the next line.
function answer(message) {
  if ('key' in message) return nextKey(message.key);
  // The whole window has no place for a question.
  if (!screen.hidden) return Promise.resolve(null);
  return new Promise(resolve => {
    question = {ask: message.ask, isHidden: message.isHidden, resolve};
    setText('');
    showState();
    text.focus();
  });
}

function stop() {
  if (question) { const {resolve} = question; question = null; showState(); setText(''); return resolve(null); }
  if (program.isRunning) { pending.length = Math.min(1, pending.length); return program.interrupt(); }
  if (text.value) write([[...state.prompt, text.value, ['^C', 'dim']]], 'typed');
  [place, draft] = [-1, ''];
  closeChoices();
  setText('');
}

function setText(line, cursor = line.length) {
  text.value = line;
  text.setSelectionRange(cursor, cursor);
  lookAgain();
}
function insert(words, from = text.selectionStart, to = text.selectionEnd) {
  setText(text.value.slice(0, from) + words + text.value.slice(to), from + words.length);
}

function lookAgain() {
  clearTimeout(pause);
  id('outcome').textContent = '';
  if (!program || program.isRunning || question) { look = null; return showLine(); }
  program.look(text.value, text.selectionStart, false);
  if (text.value) pause = setTimeout(rest, 300);
}
function rest() {
  if (program.isRunning || question) return;
  program.look(text.value, text.selectionStart, true);
  if (look.lasts) pause = setTimeout(rest, look.lasts * 1000);
}

// Draws the line in its colours, with mistakes and the suggestion.
function showLine() {
  const line = text.value, isKnown = look && look.line === line;
  const isHidden = question && question.isHidden;
  const colours = id('colours');
  colours.replaceChildren(...(isHidden ? ['•'.repeat(line.length)] : isKnown ? styled(look.colours) : [line]));
  if (isKnown) {
    for (const [from, to] of look.problems || []) underline(colours, from, to);
    if (look.ghost) colours.append(make('span', {class: 'ghost'}, look.ghost));
    id('outcome').replaceChildren(...styled(look.outcome || []));
  }
  // A last line end takes no room of its own.
  colours.append('\u200B');
}
function underline(element, from, to) {
  let at = 0;
  for (const node of [...element.childNodes]) {
    const words = node.textContent, [start, end] = [Math.max(from, at), Math.min(to, at + words.length)];
    if (start < end) {
      const style = node.nodeType === 1 ? node.className : '';
      const piece = (a, b, more = '') => {
        const span = make('span', {class: `${style} ${more}`.trim()});
        span.textContent = words.slice(a - at, b - at);
        return span;
      };
      node.replaceWith(piece(at, start), piece(start, end, 'problem'), piece(end, at + words.length));
    }
    at += words.length;
  }
}

// MARK: Completion

function complete(step) {
  if (id('choices').hidden) {
    program.complete(text.value, text.selectionStart);
    if (!choices.length) return;
    const {range: [from, to]} = choices[0];
    if (choices.length === 1) { const {text: words} = choices[0]; return insert(words, from, to); }
    // What all have in common is inserted first.
    const common = choices.every(choice => choice.range[0] === from) ? choices.map(choice => choice.text).reduce((a, b) => {
      let i = 0;
      while (i < a.length && a[i] === b[i]) i++;
      return a.slice(0, i);
    }) : '';
    const typed = text.value.slice(from, to);
    if (common.length > typed.length && common.startsWith(typed)) {
      insert(common, from, to);
      program.complete(text.value, text.selectionStart);
    }
    id('choices').replaceChildren(...choices.map((choice, i) => make('li', {role: 'option', id: `choice${i}`, 'aria-selected': 'false'},
      choice.text.trimEnd(), make('span', {class: 'dim'}, choice.description))));
    id('choices').hidden = false;
    text.setAttribute('aria-expanded', 'true');
    chosen = -1;
    return;
  }
  chosen = (chosen + step + choices.length) % choices.length;
  [...id('choices').children].forEach((item, i) => item.setAttribute('aria-selected', String(i === chosen)));
  id('choices').children[chosen].scrollIntoView({block: 'nearest'});
  text.setAttribute('aria-activedescendant', `choice${chosen}`);
}
function accept(i) {
  const {text: words, range: [from, to]} = choices[i];
  closeChoices();
  insert(words, from, to);
}
function closeChoices() {
  id('choices').hidden = true;
  chosen = -1;
  text.setAttribute('aria-expanded', 'false');
  text.removeAttribute('aria-activedescendant');
}

// MARK: Keys

// Recalls the next line that begins like the one that was typed.
function recall(step) {
  if (place < 0) { draft = text.value; program.history(); }
  for (let i = place + step; i < past.length; i += step) {
    if (i < 0) { place = -1; return setText(draft); }
    if (!past[i].startsWith(draft)) continue;
    place = i;
    return setText(past[i]);
  }
}
const isOnFirst = () => !text.value.slice(0, text.selectionStart).includes('\n');
const isOnLast = () => !text.value.slice(text.selectionEnd).includes('\n');

function press(key, event) {
  const isOpen = !id('choices').hidden, isIdle = !program.isRunning && !question;
  switch (key) {
    case 'Enter':
      if (event && event.shiftKey) return false;
      if (isOpen && chosen >= 0) accept(chosen); else submit();
      return true;
    case 'Tab':
      // On an empty line the key moves on, as in every page.
      if (!isIdle || event && !text.value && !isOpen) return false;
      complete(event && event.shiftKey ? -1 : 1);
      return true;
    case 'Escape':
      if (!isOpen) return false;
      closeChoices();
      return true;
    case 'ArrowUp': case 'ArrowDown':
      if (isOpen) complete(key === 'ArrowUp' ? -1 : 1);
      else if (isIdle && (key === 'ArrowUp' ? isOnFirst() : isOnLast())) recall(key === 'ArrowUp' ? 1 : -1);
      else return false;
      return true;
    case 'ArrowRight': case 'End':
      if (!look || !look.ghost || look.line !== text.value || text.selectionStart < text.value.length) return false;
      setText(text.value + look.ghost);
      return true;
    case 'F1':
      if (isIdle) program.help(text.value, text.selectionStart);
      return true;
    case 'Past':
      walk('Alt+ArrowLeft');
      return true;
    case 'Stop':
      stop();
      return true;
  }
  return false;
}

function listen() {
  id('line').addEventListener('submit', event => { event.preventDefault(); if (!walk('Enter')) press('Enter'); });
  // Text that comes without a key, as from a phone or the clipboard, ends the walk as a key does.
  text.addEventListener('input', () => { walk('Escape'); place = -1; closeChoices(); lookAgain(); });
  text.addEventListener('keydown', event => {
    if (event.isComposing || event.metaKey) return;
    // The browser would leave the page.
    const isArrow = event.altKey && /^Arrow(Left|Right)$/.test(event.key);
    if (walk(keyWords(event)) || isArrow) { event.preventDefault(); return; }
    if (event.altKey) return;
    if (event.ctrlKey) {
      const isSelected = text.selectionStart !== text.selectionEnd || String(getSelection());
      if (event.key === 'c' && !isSelected) { event.preventDefault(); stop(); }
      if (event.key === 'l') { event.preventDefault(); transcript.replaceChildren(); }
      return;
    }
    if (press(event.key, event)) event.preventDefault();
  });
  document.addEventListener('keydown', event => {
    if (event.ctrlKey && event.key === 'c' && event.target !== text && !String(getSelection())) { event.preventDefault(); stop(); }
  });
  id('choices').addEventListener('click', event => {
    const item = event.target.closest('li');
    if (item) { accept([...id('choices').children].indexOf(item)); text.focus(); }
  });
  for (const button of document.querySelectorAll('#keys button'))
    button.addEventListener('click', () => {
      const {key} = button.dataset;
      if (!isWalking || !walk({Past: 'Alt+ArrowLeft', Stop: 'Escape'}[key] || key)) press(key);
      text.focus();
    });
  transcript.addEventListener('click', () => { if (!String(getSelection())) text.focus(); });
  new ResizeObserver(fit).observe(transcript);
  addEventListener('pagehide', () => { keep(); });
}

// The number of columns that fit.
function fit() {
  const probe = make('span', {class: 'unseen'}, 'M'.repeat(100));
  transcript.append(probe);
  probe.style.width = 'auto';
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  const columns = Math.floor((transcript.clientWidth - 22) / (width || 8));
  if (program && !program.isRunning) program.resize(columns);
  return columns;
}

// MARK: Files

function listenToFiles() {
  id('open').addEventListener('click', () => id('file').click());
  id('file').addEventListener('change', async () => {
    const all = [...id('file').files];
    id('file').value = '';
    id('menu').open = false;
    const named = ending => all.filter(file => file.name.toLowerCase().endsWith(ending));
    for (const file of named('.story')) setText((await file.text()).trimEnd());
    const journals = named('.journal'), photos = all.filter(file => file.type.startsWith('image/'));
    for (const file of journals) program.provide(`/shared/${clean(file.name)}`, new Uint8Array(await file.arrayBuffer()));
    if (journals.length) await run('sync /shared');
    for (const file of photos) program.provide(`/photos/${clean(file.name)}`, new Uint8Array(await file.arrayBuffer()));
    if (photos.length) await run('cluster /photos smart');
    text.focus();
  });
  id('save').addEventListener('click', async () => {
    id('menu').open = false;
    const journal = (await files.all()).filter(([path]) => path.endsWith('.journal'));
    if (!journal.length) return receive({trouble: 'nothing has been kept yet'});
    const link = make('a', {download: journal[0][0].split('/').pop()});
    link.href = URL.createObjectURL(new Blob(journal.filter(([path]) => path === journal[0][0]).map(([, bytes]) => bytes)));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
  id('forget').addEventListener('click', () => {
    if (!confirm('Forget all timers, likes, drafts and typed lines that this browser keeps for Storyline?')) return;
    const asked = indexedDB.deleteDatabase('storyline');
    if (files) files.database.close();
    files = null;
    asked.onsuccess = () => location.reload();
  });
}
const clean = name => name.replace(/[/\0]/g, '_').replace(/^\.+/, '_');

// MARK: Beginning

// Only one tab keeps what is done: the others practise.
async function reserve() {
  try {
    return await new Promise((resolve, reject) => {
      navigator.locks.request('storyline', {ifAvailable: true}, lock => {
        resolve(!!lock);
        return lock && new Promise(() => {});
      }).catch(reject);
    });
  } catch { return true; }
}

// Returns the lines of a link: `#run=story%20play%204%0Await%203s%0Ahold`.
function linked() {
  const found = /^#run=(.*)$/.exec(location.hash);
  if (!found) return '';
  try { return decodeURIComponent(found[1].replace(/\+/g, ' ')).slice(0, 100000); } catch { return found[1]; }
}
addEventListener('hashchange', () => location.reload());

async function begin() {
  listen();
  listenToTouch();
  listenToFiles();
  listenToScreen();
  try {
    program = await beginProgram(packedProgram(), receive, answer);
  } catch (error) {
    return receive({trouble: `this browser cannot run the program (${error.message}): it needs WebAssembly with 64-bit memory,`
      + ' as in Chrome 133, Edge 133 and Firefox 134, or later'});
  }
  await joinClass();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  try { program.provide(`/usr/share/zoneinfo/${zone}`, zoneFile(zone, Date.now())); } catch { /* then the zone is UTC */ }
  const link = linked(), isFirst = !link && await reserve();
  if (isFirst) {
    try {
      files = await KeptFiles.open();
      const pieces = new Map();
      for (const [path, bytes] of await files.all()) pieces.set(path, [...pieces.get(path) || [], bytes]);
      for (const [path, all] of pieces) {
        const bytes = new Uint8Array(await new Blob(all).arrayBuffer());
        program.restore(path, bytes);
        if (path.includes('/lessons/')) lessonFiles.set(path, bytes);
        if (all.length > 64) await files.keep([{file: path, from: 0, bytes}]);
      }
    } catch (error) { receive({trouble: `this browser keeps nothing between visits: ${error.message}`}); }
  } else if (!link) receive({trouble: 'another tab keeps what is done in Storyline, so this one only practises'});
  await program.start({zone, columns: fit(), practice: !isFirst, sealed: !!link, class: !!token,
    waits: program.canWait});
  if (link) await program.replay(link);
  if (room && room.content) await run(`learn ${room.content}`);
  text.disabled = id('enter').disabled = false;
  text.focus();
  program.history();
  after();
  lookAgain();
}
begin();
