// The components of a page by name. Templates get other components from here, so that an ejected one replaces docgen's everywhere.
import { createContext, type FunctionComponent, useContext } from 'react';
import type * as props from './props.js';

export interface Parts {
  readonly AllPage: FunctionComponent<props.AllPageProps>;
  readonly Breadcrumbs: FunctionComponent<props.BreadcrumbsProps>;
  readonly CardEntry: FunctionComponent<props.CardEntryProps>;
  readonly Cards: FunctionComponent<props.CardsProps>;
  readonly DocPage: FunctionComponent<props.DocPageProps>;
  readonly Document: FunctionComponent<props.DocumentFrameProps>;
  readonly Footer: FunctionComponent<props.FooterProps>;
  readonly Header: FunctionComponent<props.HeaderProps>;
  readonly HeadingEntry: FunctionComponent<props.HeadingEntryProps>;
  readonly HomePage: FunctionComponent<props.HomePageProps>;
  readonly IndexPage: FunctionComponent<props.IndexPageProps>;
  readonly LevelEntry: FunctionComponent<props.LevelEntryProps>;
  readonly ListEntry: FunctionComponent<props.ListEntryProps>;
  readonly ListPage: FunctionComponent<props.ListPageProps>;
  readonly NotFoundPage: FunctionComponent<props.NotFoundPageProps>;
  readonly OnePage: FunctionComponent<props.OnePageProps>;
  readonly PageEntry: FunctionComponent<props.PageEntryProps>;
  readonly Pagination: FunctionComponent<props.PaginationProps>;
  readonly RedirectPage: FunctionComponent<props.RedirectPageProps>;
  readonly Sidebar: FunctionComponent<props.SidebarProps>;
  readonly SidebarEntry: FunctionComponent<props.SidebarEntryProps>;
  readonly SidebarTree: FunctionComponent<props.SidebarTreeProps>;
  readonly TableOfContents: FunctionComponent<props.TableOfContentsProps>;
  readonly TreePage: FunctionComponent<props.TreePageProps>;
  readonly VersionNotice: FunctionComponent<props.VersionNoticeProps>;
}

export const PartsContext = createContext<Parts | undefined>(undefined);

/** Returns the components of this build. */
export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('a template was rendered outside of PartsContext');
  return parts;
}
