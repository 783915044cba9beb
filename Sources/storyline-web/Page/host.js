// The system of the program: clocks, waiting, output, and the files that it keeps. See web.h and Exports.swift.

// Returns the bytes that a text in the page contains.
function contained(name) {
  const text = document.getElementById(name).textContent.trim();
  return Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
}

// Returns the program that the page contains, as what a server would send: it comes while it is unpacked. See unpack.c.
async function packedProgram() {
  const packed = contained('program'), piece = 1 << 20;
  const {instance: {exports}} = await WebAssembly.instantiate(contained('unpack'), {});
  const room = exports.unpack_room(packed.length);
  if (room) new Uint8Array(exports.memory.buffer, room, packed.length).set(packed);
  const start = room && exports.unpack_begin(packed.length);
  if (!start) throw new Error('there is not enough memory, or the page is damaged');
  let done = 0;
  const stream = new ReadableStream({
    pull(controller) {
      const before = done;
      done = exports.unpack_until(before + piece);
      if (done < 0) return controller.error(new Error('the page is damaged'));
      controller.enqueue(new Uint8Array(exports.memory.buffer, start + before, done - before).slice());
      if (exports.unpack_has_ended()) controller.close();
    },
  });
  return new Response(stream, {headers: {'Content-Type': 'application/wasm'}});
}

// Begins the program.
//   packed    the program; it is compiled while it is unpacked
//   receive   called with each message
//   answer    called with the message of a question or of a wait for a key; returns a promise of the answer, null for none
async function beginProgram(packed, receive, answer) {
  // Without this a line cannot wait, and is stopped instead.
  const canWait = typeof WebAssembly.Suspending === 'function';
  const decoder = new TextDecoder(), encoder = new TextEncoder();
  let memory, exports, rest = '', wake = null, question = null, isAsleep = false, worked = 0, entered = 0;
  const view = (place, count) => new Uint8Array(memory.buffer, Number(place), Number(count));
  const suspending = (waits, otherwise) => canWait ? new WebAssembly.Suspending(waits) : otherwise;
  const leave = () => { worked += performance.now() - entered; };
  const pause = async work => {
    leave();
    isAsleep = true;
    try { return await work; } finally { isAsleep = false; entered = performance.now(); }
  };
  const enter = call => (...words) => {
    entered = performance.now();
    const result = call(...words);
    if (result && result.finally) return result.finally(leave);
    leave();
    return result;
  };
  const host = {
    write(descriptor, place, count) {
      // The bytes belong to the program, and change once this returns.
      const text = decoder.decode(view(place, count).slice(), {stream: descriptor === 1});
      if (descriptor !== 1) { receive({trouble: text.trimEnd()}); return; }
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        const message = JSON.parse(line);
        if ('ask' in message || 'key' in message) question = message; else receive(message);
      }
    },
    read: suspending(async (place, count) => {
      const given = await pause(answer(question));
      if (given === null) return 0n;
      const line = encoder.encode(given.slice(0, Number(count) / 4) + '\n');
      view(place, line.length).set(line);
      return BigInt(line.length);
    }, () => 0n),
    sleep: suspending(microseconds => pause(new Promise(resolve => {
      const timer = setTimeout(resolve, Math.min(microseconds / 1000, 2 ** 30));
      wake = () => { clearTimeout(timer); resolve(); };
    })), () => {
      receive({trouble: 'this browser cannot wait within a line, so the line stops here (the clock continues by itself)'});
      exports.web_interrupt();
    }),
    wall: () => Date.now() * 1000,
    steady: () => performance.now() * 1000,
    worked: () => (worked + performance.now() - entered) * 1000,
    random: (place, count) => {
      for (let done = 0; done < Number(count); done += 65536)
        crypto.getRandomValues(view(Number(place) + done, Math.min(65536, Number(count) - done)));
    },
  };
  const {instance} = await WebAssembly.instantiateStreaming(packed, {host});
  memory = instance.exports.memory;
  const promising = call => canWait ? WebAssembly.promising(call) : async (...words) => call(...words);
  exports = {};
  for (const [name, call] of Object.entries(instance.exports))
    if (typeof call === 'function') exports[name] = enter(call);
  const pass = (...parts) => {
    const all = parts.map(part => typeof part === 'string' ? encoder.encode(part) : part);
    const count = all.reduce((sum, part) => sum + part.length, 0);
    const place = Number(exports.web_buffer(BigInt(count)));
    let end = place;
    for (const part of all) { view(end, part.length).set(part); end += part.length; }
    return BigInt(count);
  };
  const bytesOf = text => BigInt(encoder.encode(text).length);
  const [start, run, replay, script, advance] = ['start', 'run', 'replay', 'script', 'advance'].map(
    name => enter(promising(instance.exports[`web_${name}`])));
  // The program is called for one thing at a time; what may wait comes one after the other.
  let last = Promise.resolve(), running = 0;
  const queue = call => {
    running++;
    const next = last.then(call).finally(() => running--);
    last = next.catch(() => {});
    return next;
  };
  return {
    canWait,
    get isRunning() { return running > 0; },
    get memory() { return memory.buffer.byteLength; },
    start: setup => queue(() => start(pass(JSON.stringify(setup)))),
    run: line => queue(() => run(pass(line))),
    replay: lines => queue(() => replay(pass(lines))),
    advance: () => queue(() => advance()),
    script: (name, source, isJSON) => queue(() => script(bytesOf(name), pass(name, source), isJSON ? 1 : 0)),
    // These return at once, and are not called while a line runs.
    look: (line, cursor, isResting) => exports.web_look(pass(line), BigInt(cursor), isResting ? 1 : 0),
    complete: (line, cursor) => exports.web_complete(pass(line), BigInt(cursor)),
    help: (line, cursor) => exports.web_help(pass(line), BigInt(cursor)),
    walk: key => exports.web_walk(pass(key)),
    history: () => exports.web_history(),
    snapshot: () => exports.web_snapshot(),
    resize: columns => exports.web_resize(BigInt(columns)),
    restore: (path, bytes) => exports.web_restore(bytesOf(path), pass(path, bytes)),
    provide: (path, bytes) => exports.web_provide(bytesOf(path), pass(path, bytes)),
    close: () => exports.web_close(),
    // These may come while a line waits, but not in the middle of its work.
    paint() { if (!running || isAsleep) exports.web_paint(); },
    interrupt() { exports.web_interrupt(); if (wake) wake(); },
  };
}

// Returns a file with the rules of a zone (RFC 8536), from the browser's own: the changes of ten years.
function zoneFile(zone, now) {
  const format = new Intl.DateTimeFormat('en', {timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric',
    day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short'});
  const offset = seconds => {
    const part = {};
    for (const {type, value} of format.formatToParts(seconds * 1000)) part[type] = Number(value);
    return Math.round(Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) / 1000) - seconds;
  };
  const year = 365 * 86400, first = Math.floor(now / 1000) - 6 * year, changes = [], kinds = [offset(first)];
  for (let at = first, step = 14 * 86400; at < first + 12 * year; at += step) {
    if (offset(at) === offset(at + step)) continue;
    let low = at, high = at + step;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === offset(low)) low = middle; else high = middle;
    }
    const after = offset(high);
    if (!kinds.includes(after)) kinds.push(after);
    changes.push([high, kinds.indexOf(after)]);
  }
  const head = 44, size = count => count.times * (count.width + 1) + kinds.length * 6 + 4;
  const old = {times: 0, width: 4}, wide = {times: changes.length, width: 8};
  const data = new DataView(new ArrayBuffer(2 * head + size(old) + size(wide) + 2));
  let place = 0;
  const byte = value => data.setUint8(place++, value), word = value => { data.setInt32(place, value); place += 4; };
  for (const block of [old, wide]) {
    for (const letter of 'TZif2') byte(letter.charCodeAt(0));
    place += 15;
    for (const count of [0, 0, 0, block.times, kinds.length, 4]) word(count);
    if (block.times) {
      for (const [at] of changes) { data.setBigInt64(place, BigInt(at)); place += 8; }
      for (const [, kind] of changes) byte(kind);
    }
    for (const seconds of kinds) { word(seconds); byte(0); byte(0); }
    for (const letter of 'LMT\0') byte(letter.charCodeAt(0));
  }
  byte(10); byte(10);
  return new Uint8Array(data.buffer);
}

// The files that the program keeps, in the browser's database: each as its pieces, in order.
class KeptFiles {
  static async open() {
    const request = indexedDB.open('storyline', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('pieces');
    return new KeptFiles(await KeptFiles.result(request));
  }
  constructor(database) { [this.database, this.last] = [database, Promise.resolve()]; }
  static result(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }
  static pieces(path) { return IDBKeyRange.bound([path, 0], [path, Infinity]); }
  async all() {
    const store = this.database.transaction('pieces').objectStore('pieces');
    const [keys, values] = await Promise.all([KeptFiles.result(store.getAllKeys()), KeptFiles.result(store.getAll())]);
    return keys.map(([path], i) => [path, values[i]]);
  }
  // Keeps changes together: after a crash all of them are there, or none.
  keep(changes) {
    const work = () => new Promise((resolve, reject) => {
      const change = this.database.transaction('pieces', 'readwrite', {durability: 'strict'});
      const store = change.objectStore('pieces');
      for (const {file, from, bytes, removed} of changes) {
        if (!from) store.delete(KeptFiles.pieces(removed || file));
        if (file) store.put(bytes, [file, from]);
      }
      change.oncomplete = () => resolve();
      change.onabort = () => reject(change.error);
    });
    return this.last = this.last.catch(() => {}).then(work);
  }
}
