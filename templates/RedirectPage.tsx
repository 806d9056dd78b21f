import type { RedirectPageProps } from './props.js';
import { Phrase, useWords } from './words.js';

/** A page that redirects without a script. It also contains a link, for browsers that don't redirect. */
export function RedirectPage({ lang, target, canonical }: RedirectPageProps) {
  const { dir, text } = useWords();
  const page = <a href={target.href}>{target.label}</a>;
  return (
    <html lang={lang} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; script-src 'none'; base-uri 'none'" />
        <meta httpEquiv="refresh" content={`0; url=${target.href}`} />
        <title>{target.label}</title>
        <meta name="robots" content="noindex" />
        {canonical !== undefined && <link rel="canonical" href={canonical} />}
      </head>
      <body>
        <main>
          <h1>{target.label}</h1>
          <p>
            <Phrase label={text('goTo')} values={{ page }} />
          </p>
        </main>
      </body>
    </html>
  );
}
