import { useWords } from './words.js';

/** On a narrow screen, what shows a part of the page and hides it again: links, which need no script. */
export function Toggle({ target, label }: { readonly target: string; readonly label: string }) {
  return (
    <p className="toggle">
      <a className="open" href={`#${target}`}>
        {label}
      </a>
      <a className="close" href="#docgen-main">
        {useWords().text('close')}
      </a>
    </p>
  );
}
