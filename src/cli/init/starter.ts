// Three pages for an empty folder: what a page is, what can be in it, how it is published.

/** The pages by their path in the content folder. */
export function starterPages(run: string): Readonly<Record<string, string>> {
  return { 'index.md': welcome(run), 'writing.md': writing, 'publishing.md': publishing(run) };
}

const welcome = (run: string) => `---
sidebar_position: 1
---

# Welcome

Every Markdown file of this folder is a page; folders are sections of the tree at the left.

- [Writing](writing.md) shows what a page can hold. Open it in your editor beside the browser.
- [Publishing](publishing.md) is the way to a web server.

:::tip[First steps]

1. Change this sentence, save, and build again: \`${run} docgen build\`.
2. Add a file, such as \`guides/first-steps.md\`. It is in the tree with the next build.
3. Give the site its title and address in \`docgen.config.ts\`.

:::
`;

const writing = `---
sidebar_position: 2
description: Notes, tabs, code, diagrams, formulas and links, each with its source.
---

# Writing

Pages are Markdown as GitHub has it: **bold**, \`code\`, [links](index.md), tables, task lists and footnotes[^1].

[^1]: A footnote stands at the end of its page.

## Notes

:::note

Also \`tip\`, \`info\`, \`warning\` and \`danger\`; a title stands in brackets: \`:::tip[Title]\`.

:::

> [!WARNING]
> GitHub's form works as well.

<details>
<summary>More, for those who want it</summary>

Folded text needs no script.

</details>

## Code

\`\`\`ts title="src/greet.ts" {2}
export function greet(name: string): string {
  return \`Hello, \${name}\`;
}
\`\`\`

## Tabs

::: tabs

== npm

\`\`\`sh
npm install --save-dev docgen-hub
\`\`\`

== pnpm

\`\`\`sh
pnpm add --save-dev docgen-hub
\`\`\`

:::

## Diagrams and formulas

\`\`\`mermaid
flowchart LR
  Markdown --> docgen --> HTML
\`\`\`

The area of a circle is $A = \\pi r^2$.

## Tables

| Front matter | what it does |
| --- | --- |
| \`title\` | names the page |
| \`sidebar_position\` | its place in the tree |
| \`draft: true\` | leaves it out |
`;

const publishing = (run: string) => `---
sidebar_position: 3
---

# Publishing

\`\`\`sh
${run} docgen build --strict
\`\`\`

The site is a folder of plain files: any web server can serve it, without a program behind it.
With \`--strict\` a broken link fails the build, so that nobody meets it later.

- [ ] Set \`url\` in \`docgen.config.ts\`: canonical links and the sitemap need it.
- [ ] Commit \`package-lock.json\`, so that every build uses the same docgen.
`;
