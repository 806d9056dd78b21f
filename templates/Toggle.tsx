import { useWords } from './words.js';

/** Links that show and hide a part of the page on a narrow screen, without a script. */
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
