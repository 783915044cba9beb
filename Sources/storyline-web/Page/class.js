// A class: the page was served by a teacher's `storyline class`, which marks it. Elsewhere this does nothing.

const room = document.querySelector('meta[name="storyline-class"]');
let token = null, told = '', works = new Map(), handing = 0;

async function tell(path, body) {
  const answer = await fetch(`/class/${path}`,
    {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({token, ...body})});
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

// The door: a name and the code on the teacher's screen.
function joinClass() {
  if (!room) return Promise.resolve();
  const door = id('door'), form = door.querySelector('form');
  try { ({token} = JSON.parse(sessionStorage.getItem('class') || '{}')); } catch { token = null; }
  return new Promise(resolve => {
    const enter = name => {
      id('where').textContent = `${name}, in the class of this network: your steps, predictions and questions go to the teacher's`
        + ' machine, unencrypted.';
      id('question').hidden = false;
      door.close();
      new EventSource('/class/events').onmessage = event => hear(JSON.parse(event.data));
      resolve();
    };
    const known = sessionStorage.getItem('class');
    if (token && known) return tell('report', {}).then(() => enter(JSON.parse(known).name), () => { token = null; door.showModal(); });
    form.addEventListener('submit', async event => {
      event.preventDefault();
      try {
        const answer = await tell('join', {name: form.elements.name.value, code: form.elements.code.value});
        token = answer.token;
        sessionStorage.setItem('class', JSON.stringify(answer));
        enter(answer.name);
      } catch (error) { form.querySelector('[role=alert]').textContent = error.message; }
    });
    door.addEventListener('cancel', event => event.preventDefault());
    door.showModal();
    form.elements.name.focus();
  });
}

let wasOpen = false;
function hear({isOpen, predictions}) {
  if (isOpen && !wasOpen) {
    const counts = new Map();
    for (const text of predictions) counts.set(text, (counts.get(text) || 0) + 1);
    write([[['The class predicted:', 'heading']],
      ...[...counts].sort((a, b) => b[1] - a[1]).map(([text, count]) => [`  ${count} × ${text}`])]);
  }
  wasOpen = isOpen;
}

// Reports the step after each line.
function report(lesson) {
  if (!token || !lesson) return;
  const {lesson: title, step, count, title: name, tries, predicted, prediction} = lesson;
  const now = JSON.stringify([title, step, count, tries, predicted, prediction]);
  if (now === told) return;
  const before = told ? JSON.parse(told) : [];
  told = now;
  tell('report', {lesson: title, step, count, title: name, tries}).catch(lost);
  if (prediction && (before[4] !== predicted || before[5] !== prediction))
    tell('predict', {step: predicted, text: prediction}).catch(lost);
}

// Hands the recordings of lessons in, some seconds after they have changed.
function handIn(path, bytes) {
  const found = token && /\/lessons\/([^/]+)$/.exec(path);
  if (!found) return;
  works.set(found[1].replace(/\.story$/, ''), new TextDecoder().decode(bytes));
  clearTimeout(handing);
  handing = setTimeout(() => {
    for (const [lesson, text] of works) tell('work', {lesson, text}).catch(lost);
    works.clear();
  }, 2000);
}
let isLost = false;
function lost(error) {
  if (!isLost) receive({trouble: `the class cannot be reached (${error.message}): go on, your work is kept here`});
  isLost = true;
  setTimeout(() => isLost = false, 60000);
}

// The box for a question to the teacher.
function listenToQuestions() {
  const box = id('ask'), form = box.querySelector('form'), field = form.elements.question, trouble = form.querySelector('[role=alert]');
  id('question').addEventListener('click', () => { trouble.textContent = ''; box.showModal(); field.focus(); });
  form.querySelector('[value=cancel]').addEventListener('click', () => box.close());
  field.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const question = field.value.trim();
    if (!question || field.readOnly) return;
    field.readOnly = true;
    try {
      await tell('ask', {text: question});
      write([[['your question is with the teacher: ', 'dim'], question]]);
      field.value = '';
      box.close();
      text.focus();
    } catch (error) { trouble.textContent = `the question was not sent (${error.message}); try again`; }
    field.readOnly = false;
  });
}
listenToQuestions();
