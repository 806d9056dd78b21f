// MDX components: name → React component, which is rendered once, when the site is built. `children` is the content of the element. The other props are literals that an
// author wrote, of any type.
import { type ComponentType, createElement, isValidElement, type ReactNode } from 'react';
import { useWords } from '../words.js';
import { Badge } from './Badge.js';
import { Callout, type CalloutProps } from './Callout.js';
import { Card, type CardComponentProps, CardGroup } from './Card.js';
import { Details } from './Details.js';
import { Embed } from './Embed.js';
import { TabItem, Tabs } from './Tabs.js';

export interface ComponentEntry {
  // biome-ignore lint/suspicious/noExplicitAny: an author can write any props, and each component uses those that it supports
  readonly component: ComponentType<any>;
  /** Whether it is inline instead of a block. */
  readonly isInline?: boolean;
}

export type ComponentRegistry = Readonly<Record<string, ComponentEntry>>;

const admonition = (type: string): ComponentEntry => ({
  component: (props: CalloutProps) => <Callout {...props} type={type} />,
});
/** A callout, or only a check mark if it has no content, as in tables of supported features. */
const Check = (props: CalloutProps) =>
  props.children === undefined && props.title === undefined ? <>✓</> : <Callout {...props} type="success" />;
const children = ({ children: content }: { children?: ReactNode }) => <>{content}</>;
const renderNothing = () => null;

interface VideoProps {
  readonly id?: string;
  readonly videoId?: string;
  readonly title?: string;
}

const video = (site: string, name: string): ComponentEntry => ({
  component: function Video({ id, videoId, title }: VideoProps) {
    const { text } = useWords();
    return (
      <Embed
        href={`${site}${encodeURIComponent(String(id ?? videoId ?? '').toWellFormed())}`}
        title={title ?? text('videoOn', { site: name })}
      />
    );
  },
});

const own: ComponentRegistry = {
  Admonition: { component: Callout },
  Aside: { component: Callout },
  Callout: { component: Callout },
  Note: admonition('note'),
  Info: admonition('info'),
  Tip: admonition('tip'),
  Check: { component: Check },
  Success: admonition('success'),
  Important: admonition('important'),
  Warning: admonition('warning'),
  Caution: admonition('caution'),
  Danger: admonition('danger'),
  Error: admonition('danger'),
  Tabs: { component: Tabs },
  TabItem: { component: TabItem },
  Fragment: { component: children },
  Details: { component: Details },
  Accordion: { component: Details },
  AccordionGroup: { component: children },
  Card: { component: Card },
  LinkCard: { component: Card },
  CardGroup: { component: CardGroup },
  CardGrid: { component: CardGroup },
  LinkButton: { component: (props: CardComponentProps) => <a href={props.href}>{props.children}</a>, isInline: true },
  Steps: { component: children },
  FileTree: { component: children },
  Badge: { component: Badge, isInline: true },
  VPBadge: { component: Badge, isInline: true },
  Highlight: { component: Badge, isInline: true },
  Icon: { component: renderNothing, isInline: true },
  YouTube: video('https://www.youtube.com/watch?v=', 'YouTube'),
  Youtube: video('https://www.youtube.com/watch?v=', 'YouTube'),
  Vimeo: video('https://vimeo.com/', 'Vimeo'),
  TOCInline: { component: renderNothing },
  Translate: { component: children, isInline: true },
  Head: { component: renderNothing },
};

/** Removes lists and objects from props, because all props of docgen's components are strings or markup. */
const withoutObjects = (props: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(props).filter(
      ([key, value]) => key === 'children' || (value !== null && typeof value !== 'object') || isValidElement(value),
    ),
  );

interface DocCardListProps {
  readonly items?: readonly Readonly<Record<string, unknown>>[] | string;
}

/** Literal items. Without them, the cards of the page's category are inserted later. */
function DocCardList({ items }: DocCardListProps) {
  if (!Array.isArray(items)) return null;
  return (
    <CardGroup>
      {items.map(({ href, label, description }: Readonly<Record<string, unknown>>) => (
        <Card
          key={String(href)}
          title={String(label ?? href)}
          {...(typeof href === 'string' && { href })}
          {...(typeof description === 'string' && { description })}
        />
      ))}
    </CardGroup>
  );
}

/** Components of Docusaurus, docs.page, Starlight and Mintlify, by their names. */
export const components: ComponentRegistry = {
  DocCardList: { component: DocCardList },
  ...Object.fromEntries(
    Object.entries(own).map(([name, { component, ...entry }]) => [
      name,
      {
        ...entry,
        component: (props: Readonly<Record<string, unknown>>) => createElement(component, withoutObjects(props)),
      },
    ]),
  ),
};
