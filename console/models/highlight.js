// Texts in which the server has marked what was found: HTML of which only <em> is its own. It is read as
// text, never as markup.
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

const unescaped = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (found) => ENTITIES[found]);

// [{text, found}] of "Ravi <em>Shankar</em>".
export function marked(html) {
  return html
    .split(/(<em>[^]*?<\/em>)/)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('<em>') && part.endsWith('</em>')
        ? { text: unescaped(part.slice(4, -5)), found: true }
        : { text: unescaped(part), found: false },
    );
}
