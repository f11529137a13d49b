// Colors Rust source: comments, strings, numbers, keywords, types. Returns HTML.
const KEYWORDS = new Set(("as async await break const continue crate dyn else enum extern false fn for if impl in let loop " +
  "match mod move mut pub ref return self Self static struct super trait true type unsafe use where while").split(" "));
const TOKEN = /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(r#*"[\s\S]*?"#*|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\.|[^'\\])')|(\b\d[\w.]*)|(\b[A-Za-z_]\w*\b)|('[a-z_]\w*)/g;

const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);
const span = (kind, text) => `<span class="${kind}">${escape(text)}</span>`;

export function highlight(source) {
  let html = "", last = 0;
  for (const match of source.matchAll(TOKEN)) {
    const [text, comment, string, number, word, lifetime] = match;
    html += escape(source.slice(last, match.index));
    if (comment) html += span("c", text);
    else if (string) html += span("s", text);
    else if (number) html += span("n", text);
    else if (lifetime) html += span("t", text);
    else if (word && KEYWORDS.has(word)) html += span("k", text);
    else if (word && /^[A-Z]/.test(word)) html += span("t", text);
    else html += escape(text);
    last = match.index + text.length;
  }
  return html + escape(source.slice(last));
}
