// News of the file that `snodo view` shows: another version, its problems, or that nobody sends news.
import { make } from './dom.js';

const ENDED = 'The server has ended: start snodo view again.';
const TOO_MANY = 'Too many pages of this model are open; close one and reload. Until then this page does not follow the file.';
const AGAIN = 1000; // [ms]

/** Problems of the file over the scene, as text. */
function tell(problems, holder) {
  document.getElementById('problems')?.remove();
  if (!problems.length) return;
  const items = problems.map(({ what, remedy, where }) => make('li', {},
    ...(where ? [make('code', { textContent: where })] : []), what,
    ...(remedy ? [make('div', { className: 'remedy', textContent: `→ ${remedy}` })] : [])));
  const title = problems.length === 1 ? 'The file has a problem' : `The file has ${problems.length} problems`;
  const foot = make('p', { textContent: 'Behind this is the last version without problems. Save the corrected file: the page follows.' });
  holder.append(make('div', { id: 'problems', role: 'alert' }, make('h2', { textContent: title }), make('ol', {}, ...items), foot));
}

/** The code with which the server answers a stream of events, which an EventSource does not tell; 0 without a server. */
async function status() {
  const stop = new AbortController();
  try {
    return (await fetch('changes', { signal: stop.signal })).status;
  } catch {
    return 0;
  } finally {
    stop.abort();
  }
}

/** The page loads again when the server has read another version of the file.
 *
 * A page that is not seen gives its stream back: a browser opens six connections to a server at the most, for all of its
 * tabs, and the server keeps some of them free for questions.
 */
export function listen(version, holder) {
  let events = null;
  const note = make('div', { id: 'ended', role: 'status' });
  const say = words => {
    note.textContent = words;
    holder.append(note);
  };
  const connect = () => {
    events?.close();
    const own = events = new EventSource('changes');
    own.onmessage = event => {
      note.remove();
      const news = JSON.parse(event.data);
      if (news.version !== version) location.reload();
      else tell(news.problems, holder);
    };
    own.onerror = async () => {
      if (own.readyState !== EventSource.CLOSED) return say(ENDED); // the browser goes on trying
      const code = await status(); // the stream was refused
      if (own !== events) return;
      if (code === 200) setTimeout(() => own === events && connect(), AGAIN); // another page was closed just now
      else say(code === 503 ? TOO_MANY : ENDED);
    };
  };
  const rest = () => {
    events?.close();
    events = null;
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? rest() : connect()));
  addEventListener('pagehide', rest);
  if (!document.hidden) connect();
}
