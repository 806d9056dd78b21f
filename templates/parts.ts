// The parts of a page, by name: a template asks here for the parts that it is composed of, so that a maintainer can put another in
// the place of one.
import { createContext, type FunctionComponent, useContext } from 'react';
import type { AllPageProps } from './AllPage.js';
import type { BreadcrumbsProps } from './Breadcrumbs.js';
import type { CardsProps } from './Cards.js';
import type { DocPageProps } from './DocPage.js';
import type { DocumentFrameProps } from './Document.js';
import type { HomePageProps } from './HomePage.js';
import type { IndexPageProps } from './IndexPage.js';
import type { NotFoundPageProps } from './NotFoundPage.js';
import type { PaginationProps } from './Pagination.js';
import type { RedirectPageProps } from './RedirectPage.js';
import type { SidebarProps } from './Sidebar.js';
import type { SidebarTreeProps } from './SidebarTree.js';
import type { TableOfContentsProps } from './TableOfContents.js';
import type { VersionNoticeProps } from './VersionNotice.js';

export interface Parts {
  readonly AllPage: FunctionComponent<AllPageProps>;
  readonly Breadcrumbs: FunctionComponent<BreadcrumbsProps>;
  readonly Cards: FunctionComponent<CardsProps>;
  readonly DocPage: FunctionComponent<DocPageProps>;
  readonly Document: FunctionComponent<DocumentFrameProps>;
  readonly HomePage: FunctionComponent<HomePageProps>;
  readonly IndexPage: FunctionComponent<IndexPageProps>;
  readonly NotFoundPage: FunctionComponent<NotFoundPageProps>;
  readonly Pagination: FunctionComponent<PaginationProps>;
  readonly RedirectPage: FunctionComponent<RedirectPageProps>;
  readonly Sidebar: FunctionComponent<SidebarProps>;
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
