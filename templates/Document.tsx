import type { ReactNode } from 'react';
import { Html } from './Html.js';
import type { DocumentProps } from './types.js';

// Nothing runs, nothing is framed, nothing is sent anywhere. The first thing after the character set.
const policy = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'self'",
  "img-src 'self' https: data:",
  "media-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The frame of every page: head, header, sidebar, and the content between. */
export function Document({ children, ...page }: DocumentProps & { children: ReactNode }) {
  const title = page.title === page.siteTitle ? page.title : `${page.title} · ${page.siteTitle}`;
  return (
    <html lang={page.lang} className={page.htmlClass || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        {page.description !== '' && <meta name="description" content={page.description} />}
        {page.keywords.length > 0 && <meta name="keywords" content={page.keywords.join(', ')} />}
        {page.noIndex && <meta name="robots" content="noindex, nofollow" />}
        <meta name="color-scheme" content="light dark" />
        {page.canonical !== undefined && <link rel="canonical" href={page.canonical} />}
        <link rel="stylesheet" href={page.stylesheet} />
      </head>
      <body>
        <a className="skip" href="#docgen-main">
          Skip to content
        </a>
        <header className="top">
          <a className="brand" href={page.home}>
            {page.siteTitle}
          </a>
        </header>
        <div className="frame">
          <nav className="sidebar" aria-label="Documentation">
            <Html markup={page.tree} />
          </nav>
          {children}
        </div>
      </body>
    </html>
  );
}
