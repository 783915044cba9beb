import JSON
import Timeline

/// The script of a page, in pieces. It only finds and shows the state of an instant, and continues steady movements.
enum PageScript {
  static let text = "\n'use strict';\n(() => {\n" + reading + drawing + announcing + moving + beginning + "})();\n"

  /// The part that reads the data: all states in full, and the recording's time for a time of the page.
  private static let reading = #"""
    const id = name => document.getElementById(name);
    const data = JSON.parse(id('data').textContent);
    const items = [...id('lines').children];
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

    // The last index whose value is not greater.
    function place(list, value, key) {
      let low = 0, high = list.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (key(list[middle]) <= value) low = middle + 1; else high = middle;
      }
      return low - 1;
    }
    const states = [{t: -1}];
    for (let i = 0, t = 0; i < data.states.length; i += 2) {
      t += data.states[i];
      const next = {...states[states.length - 1], t};
      for (const [name, change] of Object.entries(data.states[i + 1])) {
        if (!change) { delete next[name]; continue; }
        const part = {...next[name]};
        for (const [field, value] of Object.entries(change))
          part[field] = Array.isArray(value) ? value.map(thing => data.things[thing]) : value;
        if ('p' in change) part.since = t;
        next[name] = part;
      }
      states.push(next);
    }
    const bends = [];
    for (let i = 0; i < data.clock.length; i += 2) bends.push([data.clock[i], data.clock[i + 1]]);
    function own(t) {
      const i = Math.max(0, place(bends, t, bend => bend[0]));
      const [page, real] = bends[i], end = bends[i + 1];
      return end ? real + (t - page) * (end[1] - real) / (end[0] - page) : real;
    }
    const lines = data.lines.map(line => {
      const times = [].concat(line);
      let t = times[0];
      return {t, rows: times.slice(1).map(step => t += step)};
    });
    const parts = state => ['story', 'timer', 'map', 'posts'].filter(name => state[name]).length;
    const running = (part, t) => part.p + part.r * (own(t) - own(part.since));
    const clockText = ms => {
      const s = Math.max(0, Math.floor(ms / 1000)), two = n => String(n).padStart(2, '0');
      return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}`
        : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
    };
    const spoken = ms => {
      const s = Math.max(0, Math.floor(ms / 1000)), parts = [];
      const add = (n, word) => { if (n) parts.push(`${n} ${word}${n === 1 ? '' : 's'}`); };
      add(Math.floor(s / 86400), 'day'); add(Math.floor(s / 3600) % 24, 'hour');
      add(Math.floor(s / 60) % 60, 'minute'); add(s % 60, 'second');
      return parts.join(' ') || '0 seconds';
    };

    """#

  /// The part that draws the state of an instant. Unchanged parts are left alone.
  private static let drawing = #"""
    const shown = {};
    function make(name, attributes, ...children) {
      const isSVG = ['circle', 'path', 'text', 'g', 'title', 'linearGradient', 'stop'].includes(name);
      const element = isSVG ? document.createElementNS('http://www.w3.org/2000/svg', name)
        : document.createElement(name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      element.append(...children);
      return element;
    }
    function set(element, text) { if (element.textContent !== text) element.textContent = text; }
    function label(element, text) {
      if (element.getAttribute('aria-label') !== text) element.setAttribute('aria-label', text);
    }
    // Returns the part, and whether it has changed.
    function change(name, part) {
      const isNew = shown[name] !== part;
      if (isNew) { shown[name] = part; id(name).hidden = !part; }
      return [part, part && isNew];
    }
    // Shows the picture that the page contains before an element, or none; returns whether there is one.
    function photo(place, image, words) {
      const source = image && image[0];
      let img = place.previousElementSibling;
      if (!img || !img.classList.contains('picture')) {
        if (!source) return false;
        place.before(img = make('img', {class: 'picture'}));
      }
      img.hidden = !source;
      if (source && img.getAttribute('src') !== source) { img.src = source; img.alt = words; }
      return !!source;
    }
    // A landscape in place of a picture, always the same for a name.
    const skies = [['#23395b', '#e07a5f', '#f2cc8f'], ['#1d3557', '#457b9d', '#f1faee'], ['#3d2c5c', '#c06c84', '#f8b195'],
      ['#12372a', '#436850', '#e9d8a6'], ['#22223b', '#7f6aa6', '#f2e9e4'], ['#0b3954', '#087e8b', '#ffd6a5']];
    function paint(svg, name) {
      let seed = 2166136261;
      for (const character of name) seed = Math.imul(seed ^ character.codePointAt(0), 16777619);
      const chance = () => (seed = Math.imul(seed ^ seed >>> 15, 2246822507) + 1 | 0, (seed >>> 8) / 16777216);
      const [dark, middle, light] = skies[Math.floor(chance() * skies.length)];
      const hill = (height, colour, opacity) => {
        let d = `M0 120V${height}`, y = height;
        for (let x = 0; x < 90; x += 30) {
          const next = height + chance() * 16 - 8;
          d += `C${x + 10} ${y} ${x + 20} ${next} ${x + 30} ${next}`;
          y = next;
        }
        return make('path', {d: d + 'V120z', fill: colour, 'fill-opacity': opacity});
      };
      svg.replaceChildren(make('linearGradient', {id: 'sky', x2: 0, y2: 1}, make('stop', {'stop-color': middle}),
          make('stop', {offset: .75, 'stop-color': light})), make('path', {d: 'M0 0h90v120h-90z', fill: 'url(#sky)'}),
        make('circle', {cx: 15 + 60 * chance(), cy: 40 + 25 * chance(), r: 6 + 6 * chance(), fill: light}),
        hill(72, middle, 0.7), hill(86, dark, 0.7), hill(102, dark, 1));
    }
    function drawStory(state, t) {
      const [part, isNew] = change('story', state.story);
      if (!part) return;
      const box = id('story'), bars = box.querySelector('.bars'), whole = part.count > 40;
      if (isNew) {
        const count = whole ? 1 : part.count;
        if (bars.children.length !== count) bars.replaceChildren(...Array.from({length: count},
          () => make('span', {}, make('i', {}))));
        [...bars.children].forEach((bar, i) => {
          bar.firstChild.style.transform = `scaleX(${!whole && i < part.place ? 1 : 0})`;
        });
        box.classList.toggle('resting', !!part.rests);
        set(box.querySelector('.face'), (part.author.match(/[a-z0-9]/i) || ['?'])[0].toUpperCase());
        set(box.querySelector('.name'), `@${part.author}, story ${part.number}`);
        set(box.querySelector('.caption'), part.picture.replace(/-/g, ' '));
        box.querySelector('.heart').classList.toggle('on', !!part.liked);
        box.querySelector('.heart').toggleAttribute('aria-hidden', !part.liked);
        const isPhoto = photo(box.querySelector('.top'), part.image, part.picture), name = isPhoto ? '' : part.picture;
        box.querySelector('.scene').toggleAttribute('hidden', isPhoto);
        if (name && shown.scene !== name) paint(box.querySelector('.scene'), shown.scene = name);
      }
      const at = Math.min(part.length, Math.max(0, running(part, t)));
      const bar = bars.children[whole ? 0 : part.place];
      if (bar) bar.firstChild.style.transform = `scaleX(${part.length ? at / part.length : 0})`;
      const words = `${part.state}, ${(Math.floor(at / 100) / 10).toFixed(1)} s of ${part.length / 1000} s, `
        + `${part.place + 1} of ${part.count}`;
      set(box.querySelector('.state'), words);
      const second = `${part.place}/${part.state}/${Math.floor(at / 1000)}`;
      if (shown.second !== second) {
        shown.second = second;
        label(bars, `Story ${part.place + 1} of ${part.count} by @${part.author}, ${part.state}, at ${spoken(at)}`);
      }
    }
    function drawTimer(state, t) {
      const [part, isNew] = change('timer', state.timer);
      if (!part) return;
      const box = id('timer'), ring = box.querySelector('.ring'), left = Math.max(0, running(part, t));
      const bars = box.querySelector('.bars');
      if (isNew) {
        ring.setAttribute('class', `ring ${part.colour}`);
        photo(box.querySelector('svg'), part.image, part.name);
        if (bars.children.length !== part.steps) bars.replaceChildren(...Array.from({length: part.steps},
          () => make('span', {}, make('i', {}))));
        [...bars.children].forEach((bar, i) => {
          bar.firstChild.style.transform = `scaleX(${i < part.step ? 1 : 0})`;
        });
      }
      const bar = bars.children[part.step];
      if (bar && !part.rests) bar.firstChild.style.transform = `scaleX(${part.length ? 1 - left / part.length : 0})`;
      ring.setAttribute('stroke-dashoffset', (100 - 100 * left / (part.length || 1)).toFixed(2));
      const time = clockText(Math.ceil(left / 1000) * 1000);
      set(box.querySelector('text'), time);
      const share = left ? [`${Math.floor(100 * left / (part.length || 1))}% left`] : [];
      set(box.querySelector('p'), [part.name, ...share, part.words].join(' · '));
      label(box.querySelector('svg'), `Timer ${part.name}: ${spoken(Math.ceil(left / 1000) * 1000)} left, ${part.words}`);
    }
    function drawMap(state) {
      const [part, isNew] = change('map', state.map);
      if (!isNew) return;
      const svg = id('map').querySelector('svg'), towns = part.towns[0];
      let dots = '';
      for (let i = 0; i < towns.length; i += 2) dots += `M${towns[i] - 3} ${towns[i + 1]}h6v6h-6z`;
      svg.replaceChildren(make('path', {class: 'towns', d: dots}), ...part.pins.map(([x, y, r, one], i) =>
        make('g', {}, make('circle', {class: one ? 'pin' : 'pin many', cx: x, cy: y, r}),
          make('text', {x, y: y + 14}, String(i + 1)))));
      label(svg, `Map: ${part.words}`);
      set(id('map').querySelector('p'), part.words);
      id('map').querySelector('ol').replaceChildren(...part.pins.map(pin => make('li', {}, pin[4])));
    }
    function drawPosts(state) {
      const [part, isNew] = change('posts', state.posts);
      if (!isNew) return;
      id('posts').querySelector('ol').replaceChildren(...part.list.map(([number, fate, runs]) =>
        make('li', {value: number}, ...runs.map(run => Array.isArray(run) ? make('span', {class: run[0]}, run[1]) : run),
          make('span', {class: 'fate'}, fate))));
    }
    function drawLesson(state) {
      const [part, isNew] = change('lesson', state.lesson);
      if (!isNew) return;
      set(id('lesson'), part.step < part.count
        ? `${part.lesson}, step ${part.step + 1} of ${part.count}: ${part.title}` : `${part.lesson} is over`);
    }
    // The lines typed so far, and their output.
    let line = -2, rows = -1;
    function mark(i) {
      const isFirst = line === -2, end = isFirst ? items.length : Math.max(line, i) + 1;
      for (let k = isFirst ? 0 : Math.max(0, Math.min(line, i)); k < end; k++) items[k].classList.toggle('later', k > i);
      if (items[line]) {
        items[line].removeAttribute('aria-current');
        for (const row of items[line].querySelectorAll('.later')) row.classList.remove('later');
      }
      if (items[i]) items[i].setAttribute('aria-current', 'true');
      const typed = items[i] && items[i].querySelector('code');
      id('typing').replaceChildren(...(typed ? [...typed.cloneNode(true).childNodes] : []));
      [line, rows] = [i, -1];
    }
    function drawLines(t) {
      const i = place(lines, t, entry => entry.t);
      const isNew = i !== line;
      if (isNew) mark(i);
      if (i < 0) { if (isNew) id('lines').scrollTop = 0; return; }
      const out = items[i].querySelector('.out'), times = lines[i].rows;
      const count = !times.length ? (out ? out.children.length : 0) : place(times, t, time => time) + 1;
      if (count === rows) return;
      if (times.length) [...out.children].forEach((row, k) => row.classList.toggle('later', k >= count));
      if (count > rows || isNew) tell(i, out ? out.children[count - 1] : null);
      rows = count;
      follow(i, isNew ? 8 : 0);
    }
    // Elements out of sight get their height only when they are drawn, so a distant line takes several frames to
    // reach.
    function follow(i, more) {
      const list = id('lines'), item = items[i], end = item.offsetTop + item.offsetHeight;
      list.scrollTop = Math.max(0, Math.min(end - list.clientHeight + 8, item.offsetTop - 40));
      if (more) requestAnimationFrame(() => { if (line === i) follow(i, more - 1); });
    }

    """#

  /// Announcements for screen readers: at most one a second, and only the newest.
  private static let announcing = #"""
    let news = null, isQuiet = false, isSilent = true;
    function tell(i, row) {
      if (isSilent) return;
      const typed = items[i].querySelector('code');
      news = (row && rows >= 0 ? row.textContent : `${typed ? typed.textContent : ''} ${row ? row.textContent : ''}`).trim();
      if (!isQuiet) say();
    }
    function say() {
      if (news === null) return;
      id('news').textContent = news;
      news = null;
      isQuiet = true;
      setTimeout(() => { isQuiet = false; say(); }, 1000);
    }

    """#

  /// The position in time, and the ways to change it.
  private static let moving = #"""
    const slider = id('instant'), play = id('play');
    let now = 0, isPlaying = false, isOpening = false, last = 0, drawn = 0, second = -1;
    function draw() {
      const state = states[Math.max(0, place(states, now, one => one.t))];
      drawLesson(state); drawStory(state, now); drawTimer(state, now); drawMap(state); drawPosts(state);
      id('empty').hidden = parts(state) > 0;
      drawLines(now);
      slider.value = now;
      const time = Math.floor(own(now) / 1000);
      if (time !== second) {
        second = time;
        const end = own(data.length);
        set(id('clock'), `${clockText(time * 1000)} of ${clockText(end)}`);
        slider.setAttribute('aria-valuetext', `${spoken(time * 1000)} of ${spoken(end)}`);
      }
      const step = place(steps, now, one => one.t);
      if (id('step').selectedIndex !== step) id('step').selectedIndex = step;
    }
    function frame(stamp) {
      if (!isPlaying) return;
      now = Math.min(data.length, now + Math.max(0, stamp - last) * id('speed').value);
      last = stamp;
      // With reduced motion the page draws one picture a second.
      if (!isCalm.matches || stamp - drawn >= 1000 || now === data.length) { drawn = stamp; draw(); }
      if (now === data.length) pause(); else requestAnimationFrame(frame);
    }
    function pause() { isPlaying = false; set(play, 'Play'); }
    function toggle() {
      if (isPlaying) return pause();
      if (now === data.length || isOpening) seek(0);
      [isPlaying, isSilent] = [true, false];
      set(play, 'Pause');
      last = performance.now();
      requestAnimationFrame(frame);
    }
    function seek(t, isSaid = false) {
      isOpening = false;
      now = Math.min(data.length, Math.max(0, t));
      isSilent = !isSaid;
      draw();
      isSilent = false;
    }
    function turn(step) {
      const i = place(lines, now, entry => entry.t);
      const next = step < 0 && i >= 0 && now > lines[i].t + 1500 ? i : i + step;
      // A line with all its output: up to the next one.
      seek(next < 0 ? 0 : next < lines.length ? lines[next].t : data.length, true);
    }
    const keys = {
      ' ': toggle, ',': () => turn(-1), '.': () => turn(1), Home: () => seek(0), End: () => seek(data.length),
      ArrowLeft: event => seek(now - (event.shiftKey ? 10000 : 1000)),
      ArrowRight: event => seek(now + (event.shiftKey ? 10000 : 1000)),
    };
    const onSlider = {
      ArrowDown: () => seek(now - 1000), ArrowUp: () => seek(now + 1000),
      PageDown: () => seek(now - 10000), PageUp: () => seek(now + 10000),
    };
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'SELECT') return;
      if (event.key === ' ' && ['BUTTON', 'A'].includes(event.target.tagName)) return;
      const act = keys[event.key] || (event.target === slider && onSlider[event.key]);
      if (!act) return;
      event.preventDefault();
      act(event);
    });

    """#

  private static let beginning = #"""
    // The middle of the first stretch of time with the most to see: a story that plays counts most.
    function opening() {
      let [best, most] = [0, 0];
      for (let i = 1; i < states.length; i++) {
        const story = states[i].story, count = parts(states[i]) + (story ? story.rests ? 1 : 2 : 0);
        const length = (i + 1 < states.length ? states[i + 1].t : data.length) - states[i].t;
        if (count > most && length > 0) [best, most] = [states[i].t + length / 2, count];
      }
      return most ? best : data.length;
    }
    const steps = [];
    for (const {t, lesson} of states) {
      const before = steps[steps.length - 1];
      if (!lesson || before && before.lesson === lesson.lesson && before.step === lesson.step) continue;
      steps.push({t, lesson: lesson.lesson, step: lesson.step,
        title: lesson.step < lesson.count ? `${lesson.step + 1}: ${lesson.title}` : 'over'});
    }
    if (steps.length && steps[0].t > 0) steps.unshift({t: 0, title: 'before the lesson'});
    const x = t => (1000 * t / (data.length || 1)).toFixed(1);
    document.querySelector('#marks .lines').setAttribute('d', lines.map(entry => `M${x(entry.t)} 4v6`).join(''));
    document.querySelector('#marks .steps').setAttribute('d', steps.map(step => `M${x(step.t)} 0v10`).join(''));
    id('chapters').hidden = !steps.length;
    id('step').append(...steps.map(step => make('option', {}, step.title)));
    id('step').addEventListener('change', () => seek(steps[id('step').selectedIndex].t, true));
    slider.max = data.length;
    slider.addEventListener('input', () => seek(Number(slider.value)));
    play.addEventListener('click', toggle);
    id('back').addEventListener('click', () => turn(-1));
    id('next').addEventListener('click', () => turn(1));
    id('lines').addEventListener('click', event => {
      const link = event.target.closest('a');
      if (!link) return;
      event.preventDefault();
      seek(lines[items.indexOf(link.parentElement)].t, true);
    });
    for (const name of ['player', 'stage']) id(name).hidden = false;
    document.documentElement.classList.add('live');
    const asked = /^#l\d+$/.test(location.hash) ? items.indexOf(id(location.hash.slice(1))) : -1;
    if (asked < 0) {
      // The page opens at the time with the most to see; Play then begins at the start.
      seek(opening());
      isOpening = true;
    } else seek(lines[asked].t);

    """#
}

/// The time on a page, in whole milliseconds, beside the recording's time.
///
/// Viewers do not want to watch someone think, or a skipped day: longer times pass in 20 s. And lines that arrive all
/// at once cannot be read: before each there is a short pause.
struct PageClock {
  static let maximumLength = 20_000
  static let minimumLength = 400

  /// The times of the page and of the recording at which their ratio changes.
  private var ratioChanges: [(page: Int, own: Int)] = [(0, 0)]
  private var last: (page: Int, own: Duration) = (0, .zero)
  /// The last added piece of time.
  private var piece: (page: Int, length: Int, own: Duration, ownLength: Duration) = (0, 0, .zero, .zero)

  /// The length on the page.
  var length: Int { last.page }
  /// `true` if anything is faster than in the recording.
  private(set) var isShortened = false

  static func milliseconds(_ length: Duration) -> Int { Int(length.microseconds / 1_000) }

  /// Adds a piece of time up to an instant of the recording.
  /// - Parameter isLine: whether a line follows it.
  mutating func pass(to end: Duration, isLine: Bool) {
    let own = max(.zero, end - last.own)
    if Self.milliseconds(own) > Self.maximumLength { isShortened = true }
    let length = min(Self.maximumLength, max(Self.milliseconds(own), isLine ? Self.minimumLength : 0))
    piece = (last.page, length, last.own, own)
    last = (last.page + length, last.own + own)
    ratioChanges.append((last.page, Self.milliseconds(last.own)))
    guard ratioChanges.count > 2 else { return }
    let (first, middle, end) = (
      ratioChanges[ratioChanges.count - 3], ratioChanges[ratioChanges.count - 2], ratioChanges[ratioChanges.count - 1]
    )
    let isStraight =
      (middle.own - first.own) * (end.page - middle.page) == (end.own - middle.own) * (middle.page - first.page)
    if isStraight || end == middle { ratioChanges.remove(at: ratioChanges.count - 2) }
  }

  /// Returns the page's time for an instant within the last added piece.
  func page(_ instant: Duration) -> Int {
    guard piece.ownLength > .zero else { return piece.page + piece.length }
    let share = min(1, max(0, (instant - piece.own) / piece.ownLength))
    return piece.page + Int((share * Double(piece.length)).rounded())
  }

  /// All changes of the ratio, one after the other.
  var json: JSON { .array(ratioChanges.flatMap { [.integer(Int64($0.page)), .integer(Int64($0.own))] }) }
}
