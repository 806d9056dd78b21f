// The words of the interface: a template asks here for them, so that they are in the language of the pages.
import { createContext, Fragment, type ReactNode, useContext } from 'react';
import type { Words } from '../src/model/labels/words.js';

export type { Words } from '../src/model/labels/words.js';

export const WordsContext = createContext<Words | undefined>(undefined);

/** The words of this build. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('a template was rendered outside of WordsContext');
  return words;
}

export interface PhraseProps {
  /** A label with places: `From {project}`. */
  readonly label: string;
  /** What stands in its places, by their names. */
  readonly values: Readonly<Record<string, ReactNode>>;
}

/** A label with elements in its places, in the order that its language has. */
export function Phrase({ label, values }: PhraseProps) {
  const parts = label
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={index.toString()}>{index % 2 === 0 ? part : (values[part] ?? `{${part}}`)}</Fragment>
    ));
  return <>{parts}</>; // in the types of React 17 a list is no element
}
