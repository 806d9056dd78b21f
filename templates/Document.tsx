import { Html } from './Html.js';
import { useParts } from './parts.js';
import type { DocumentFrameProps } from './props.js';
import type { DocumentProps } from './types.js';
import { VersionMenu } from './VersionMenu.js';
import { useWords } from './words.js';

const separator = ' · ';

/** Metadata for browsers, search engines and link previews. */
function Head(page: DocumentProps) {
  const named = [page.title, ...page.titleNames].join(separator);
  const isSite = page.titleNames.length === 0 && page.title === page.siteTitle;
  const title = isSite ? named : `${named}${separator}${page.siteTitle}`;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta httpEquiv="Content-Security-Policy" content={page.policy} />
      <title>{title}</title>
      {page.description !== '' && <meta name="description" content={page.description} property="og:description" />}
      {page.keywords.length > 0 && <meta name="keywords" content={page.keywords.join(', ')} />}
      {page.noIndex && <meta name="robots" content="noindex, nofollow" />}
      <meta name="color-scheme" content="light dark" />
      {page.themeColor && (
        <meta name="theme-color" content={page.themeColor.dark} media="(prefers-color-scheme:dark)" />
      )}
      {page.themeColor && <meta name="theme-color" content={page.themeColor.light} />}
      {page.canonical !== undefined && <link rel="canonical" href={page.canonical} />}
      {page.alternates?.map(({ lang, url }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={url} />
      ))}
      <meta property="og:title" content={named} />
      <meta property="og:site_name" content={page.siteTitle} />
      {page.canonical !== undefined && <meta property="og:url" content={page.canonical} />}
      {page.preview && <meta property="og:type" content={page.preview.type} />}
      {page.preview && <meta property="og:image" content={page.preview.image} />}
      {page.preview && <meta property="og:locale" content={page.preview.locale} />}
      {page.preview && <meta name="twitter:card" content="summary_large_image" />}
      {page.headTags.map(({ tag: Tag, attributes }) => (
        <Tag key={JSON.stringify(attributes)} {...attributes} />
      ))}
      <link rel="icon" href={page.icon} />
      {page.touchIcon !== undefined && <link rel="apple-touch-icon" href={page.touchIcon} />}
      {page.markdownCopy !== undefined && <link rel="alternate" type="text/markdown" href={page.markdownCopy} />}
      {page.feed !== undefined && <link rel="alternate" type="application/atom+xml" href={page.feed} />}
      {page.onePageStyles !== undefined && <link rel="stylesheet" href={page.onePageStyles} />}
      <link rel="stylesheet" href={page.stylesheet} />
    </head>
  );
}

/** The layout of every page: head, header, content, sidebar and footer. */
export function Document({ children, ...page }: DocumentFrameProps) {
  const { Sidebar } = useParts();
  const { dir, text } = useWords();
  return (
    <html lang={page.lang} dir={dir} className={page.htmlClass || undefined} data-running-head={page.runningHead}>
      <Head {...page} />
      <body>
        <a className="skip" href="#docgen-nav" title={text('menu')}>
          {text('skipToNavigation')}
        </a>
        {page.hasSiteLinks && (
          <a className="skip" href="#docgen-main">
            {text('skipToContent')}
          </a>
        )}
        {page.version === undefined ? (
          <Html as="header" className="top" markup={page.header} />
        ) : (
          <header className="top">
            <Html markup={page.header} />
            <VersionMenu {...page.version} />
          </header>
        )}
        {page.announcement && (
          <aside className="announcement" aria-label={text('announcement')}>
            <Html className="content" markup={page.announcement} />
          </aside>
        )}
        <div className="frame">
          {children}
          <Sidebar
            tree={page.tree}
            allPages={page.allPages}
            wholeTree={page.wholeTree}
            onePage={page.onePage}
            level={page.level}
            here={page.here}
          />
        </div>
        {page.footer && <Html as="footer" className="bottom" markup={page.footer} />}
      </body>
    </html>
  );
}
