// UI text for templates, in the language of the pages.
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import type { Words } from '../src/model/labels/ui-text.js';

export type { Words } from '../src/model/labels/ui-text.js';

export const WordsContext = createContext<Words | undefined>(undefined);

/** Returns the UI text of this build. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('a template was rendered outside of WordsContext');
  return words;
}

export interface PhraseProps {
  /** A label with placeholders: `From {project}`. */
  readonly label: string;
  /** Values of the placeholders by name. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** Renders a label with elements for its placeholders, in the order of its language. */
export function Phrase({ label, values }: PhraseProps) {
  const parts = label
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={index.toString()}>{index % 2 === 0 ? part : (values[part] ?? `{${part}}`)}</Fragment>
    ));
  return <>{parts}</>; // in the types of React 17, a list is not an element
}
