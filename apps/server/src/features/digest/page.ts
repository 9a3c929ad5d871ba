// The page behind the link of an e-mail. It needs no sign-in and no script: mail programs open it anywhere. Pure.
import { escaped, safe } from './safe.ts'
import { filled, type MailTexts } from './words.ts'

/** Returns the page that asks, that says it is done, or that the link is not valid. */
export function offPage(
  { texts, language }: MailTexts,
  state: 'ask' | 'done' | 'invalid',
  appName: string,
): string {
  const { title, text } = texts[state]
  const app = safe(appName, 60)
  // Without an action the form goes to the address of the page, which has the token.
  const form = state === 'ask' ? `<form method="post"><button>${escaped(texts.ask.verb)}</button></form>` : ''
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escaped(`${title} – ${app}`)}</title><style nonce="__NONCE__">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 32rem; margin: 12vh auto 0; padding: 0 1.25rem }
h1 { font-size: 1.35rem; line-height: 1.3 }
button { font: inherit; min-height: 44px; padding: 0 1.25rem; border-radius: 8px; border: 1px solid; cursor: pointer }
</style></head><body><main><h1>${escaped(title)}</h1><p>${escaped(filled(text, { app }))}</p>${form}</main></body></html>`
}
