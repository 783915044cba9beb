/// What a page shows of a session: stories, the timer, the map, posts and the lesson. A page of a recording and the page
/// that runs the program draw them alike.
package enum PageStage {
  /// The elements, hidden until the script shows them.
  package static let html = """
    <section id="stage" aria-label="Current view" hidden>
    <p id="lesson" hidden></p>
    <section id="story" aria-label="Story" hidden><div class="frame">
    <svg class="scene" viewBox="0 0 90 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true"></svg>
    <div class="top"><div class="bars" role="img"></div><p class="who"><span class="face" aria-hidden="true"></span>\
    <span class="name"></span><span class="heart" role="img" aria-label="liked">♥</span></p></div>
    <p class="caption"></p></div><p class="state"></p></section>
    <section id="timer" aria-label="Timer" hidden><div class="bars" aria-hidden="true"></div>\
    <svg viewBox="0 0 120 120" role="img"><circle class="ground" cx="60" cy="60" r="50"/>\
    <circle class="ring" cx="60" cy="60" r="50" pathLength="100"/><text x="60" y="67"></text></svg><p></p></section>
    <section id="map" aria-label="Map of the moments" hidden>\
    <svg viewBox="-40 -40 1080 580" role="img"></svg><p></p><ol></ol></section>
    <section id="posts" aria-label="Posts" hidden><ol></ol></section>
    <p id="empty">Nothing is playing at this moment.</p>
    </section>
    """

  /// The functions that draw a state, each view by itself; unchanged views are left alone. They need a function
  /// `running(part, time)`: the value of a view's moving field `p` at a time.
  package static let script = helpers + views

  /// The colours, and the look of views and of styled text.
  package static let style = PageStyle.colours + PageStyle.stage + PageStyle.words

  private static let helpers = #"""
    const id = name => document.getElementById(name);
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

  private static let views = #"""
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

    """#
}
