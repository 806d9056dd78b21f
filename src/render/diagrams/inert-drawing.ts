// The last look at a drawing before it becomes a file of the site.
const drawingTag =
  /<\/?(?:svg|g|defs|style|marker|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|title|desc|filter|fe[A-Za-z]+)((?:\s+[\w:.-]+\s*=\s*"[^"<]*")*)\s*\/?>/y;
const activeAttribute = /\s(?:on\w+|(?:\w+:)?href)\s*=/i;
const loadingStyle = /@import|url\((?!#)|url&|\\/i;

/** An SVG that docgen drew: shapes, texts and styles. What a text says is no matter. */
export function isInertDrawing(svg: string): boolean {
  for (let at = svg.indexOf('<'); at !== -1; at = svg.indexOf('<', drawingTag.lastIndex)) {
    drawingTag.lastIndex = at;
    const [whole, attributes = ''] = drawingTag.exec(svg) ?? [];
    if (whole === undefined) return false;
    const acting = attributes.replace(/\s(?:data|aria)-[\w-]+\s*=\s*"[^"]*"/g, ''); // without those that hold an author's words
    if (activeAttribute.test(acting.replace(/"[^"]*"/g, '""')) || loadingStyle.test(acting)) return false;
    if (!/^<style[\s>]/.test(whole)) continue;
    const style = svg.slice(drawingTag.lastIndex, svg.indexOf('<', drawingTag.lastIndex));
    if (loadingStyle.test(style) || style.includes('&')) return false;
  }
  return true;
}
