// The parts of a page, by name: a template asks here for the parts that it is composed of, so that a maintainer can put another in
// the place of one.
import { createContext, type FunctionComponent, useContext } from 'react';
import type {
  AllPageProps,
  BreadcrumbsProps,
  CardEntryProps,
  CardsProps,
  DocPageProps,
  DocumentFrameProps,
  FooterProps,
  HeaderProps,
  HeadingEntryProps,
  HomePageProps,
  IndexPageProps,
  LevelEntryProps,
  ListEntryProps,
  ListPageProps,
  NotFoundPageProps,
  OnePageProps,
  PageEntryProps,
  PaginationProps,
  RedirectPageProps,
  SidebarEntryProps,
  SidebarProps,
  SidebarTreeProps,
  TableOfContentsProps,
  VersionNoticeProps,
} from './props.js';

export interface Parts {
  readonly AllPage: FunctionComponent<AllPageProps>;
  readonly Breadcrumbs: FunctionComponent<BreadcrumbsProps>;
  readonly CardEntry: FunctionComponent<CardEntryProps>;
  readonly Cards: FunctionComponent<CardsProps>;
  readonly DocPage: FunctionComponent<DocPageProps>;
  readonly Document: FunctionComponent<DocumentFrameProps>;
  readonly Footer: FunctionComponent<FooterProps>;
  readonly Header: FunctionComponent<HeaderProps>;
  readonly HeadingEntry: FunctionComponent<HeadingEntryProps>;
  readonly HomePage: FunctionComponent<HomePageProps>;
  readonly IndexPage: FunctionComponent<IndexPageProps>;
  readonly LevelEntry: FunctionComponent<LevelEntryProps>;
  readonly ListEntry: FunctionComponent<ListEntryProps>;
  readonly ListPage: FunctionComponent<ListPageProps>;
  readonly NotFoundPage: FunctionComponent<NotFoundPageProps>;
  readonly OnePage: FunctionComponent<OnePageProps>;
  readonly PageEntry: FunctionComponent<PageEntryProps>;
  readonly Pagination: FunctionComponent<PaginationProps>;
  readonly RedirectPage: FunctionComponent<RedirectPageProps>;
  readonly Sidebar: FunctionComponent<SidebarProps>;
  readonly SidebarEntry: FunctionComponent<SidebarEntryProps>;
  readonly SidebarTree: FunctionComponent<SidebarTreeProps>;
  readonly TableOfContents: FunctionComponent<TableOfContentsProps>;
  readonly VersionNotice: FunctionComponent<VersionNoticeProps>;
}

export const PartsContext = createContext<Parts | undefined>(undefined);

/** The parts that this build uses. */
export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('a template was rendered outside of PartsContext');
  return parts;
}
