// Syntax of each generator. It applies to the texts of projects with that generator.
import type { GeneratorName } from '../../model/generators/generator.js';
import { hugo } from './dialects/hugo/hugo.js';
import { jekyll } from './dialects/jekyll/jekyll.js';
import { mdbook } from './dialects/mdbook.js';
import { mkdocs } from './dialects/mkdocs/mkdocs.js';
import { starlight } from './dialects/starlight.js';
import { vitepress } from './dialects/vitepress.js';
import type { GeneratorContext, GeneratorSyntax } from './syntax/generator-syntax.js';

const syntaxes: Partial<Readonly<Record<GeneratorName, GeneratorSyntax>>> = {
  hugo,
  jekyll,
  mdbook,
  mkdocs,
  starlight,
  vitepress,
};

export const syntaxOf = ({ generator }: GeneratorContext): GeneratorSyntax => syntaxes[generator] ?? {};
