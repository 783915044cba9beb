import JSON
import Timeline

/// The script of a page, in pieces. It only finds and shows the state of an instant, and continues steady movements.
enum PageScript {
  static let text =
    "\n'use strict';\n(() => {\n" + PageStage.script + reading + transcript + announcing + moving + beginning
    + "})();\n"

  /// The part that reads the data: all states in full, and the recording's time for a time of the page.
  private static let reading = #"""
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

    """#

  /// The part that shows the typed lines.
  private static let transcript = #"""
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
