// All templates, for the build and for your own templates: `import { useParts } from 'docgen-hub/templates'`.
import { AllPage, PageEntry } from './AllPage.js';
import { Breadcrumbs } from './Breadcrumbs.js';
import { CardEntry, Cards } from './Cards.js';
import { DocPage } from './DocPage.js';
import { Document } from './Document.js';
import { Footer } from './Footer.js';
import { Header } from './Header.js';
import { HomePage } from './HomePage.js';
import { IndexPage } from './IndexPage.js';
import { ListEntry, ListPage } from './ListPage.js';
import { NotFoundPage } from './NotFoundPage.js';
import { OnePage } from './OnePage.js';
import { Pagination } from './Pagination.js';
import type { Parts } from './parts.js';
import { RedirectPage } from './RedirectPage.js';
import { LevelEntry, Sidebar } from './Sidebar.js';
import { SidebarEntry, SidebarTree } from './SidebarTree.js';
import { HeadingEntry, TableOfContents } from './TableOfContents.js';
import { TreePage } from './TreePage.js';
import { VersionNotice } from './VersionNotice.js';

export const defaultParts: Parts = {
  AllPage,
  Breadcrumbs,
  CardEntry,
  Cards,
  DocPage,
  Document,
  Footer,
  Header,
  HeadingEntry,
  HomePage,
  IndexPage,
  LevelEntry,
  ListEntry,
  ListPage,
  NotFoundPage,
  OnePage,
  PageEntry,
  Pagination,
  RedirectPage,
  Sidebar,
  SidebarEntry,
  SidebarTree,
  TableOfContents,
  TreePage,
  VersionNotice,
};

export type { SidebarCategory, SidebarItem } from '../src/model/sidebar/sidebar-item.js';
export type { Href } from '../src/model/types/path.js';
export * from './AllPage.js';
export * from './Breadcrumbs.js';
export * from './Cards.js';
export * from './DocPage.js';
export * from './Document.js';
export * from './Footer.js';
export * from './Header.js';
export * from './Hero.js';
export * from './HomePage.js';
export * from './Html.js';
export * from './IndexPage.js';
export * from './ListPage.js';
export * from './NotFoundPage.js';
export * from './OnePage.js';
export * from './OnePageLink.js';
export * from './Pagination.js';
export * from './parts.js';
export * from './props.js';
export * from './RedirectPage.js';
export * from './Sidebar.js';
export * from './SidebarTree.js';
export * from './Source.js';
export * from './TableOfContents.js';
export * from './Toggle.js';
export * from './TreePage.js';
export * from './types.js';
export * from './VersionMenu.js';
export * from './VersionNotice.js';
export * from './words.js';
