// What the page shows of an answer, for comparing documents with it.
import { MantineProvider } from '@mantine/core'
import { parseHTML } from 'linkedom'
import { renderToStaticMarkup } from 'react-dom/server'
import { translations } from '#lib/translations.ts'
import texts from '#texts/en/markdown.json' with { type: 'json' }
import { Markdown, PaperContext, preparePaper } from '#ui/markdown/index.ts'

/** What documents write otherwise: formulas, notes, citations, and what only readers of the screen hear. */
const OTHERWISE = 'style, .katex, section[data-footnotes], sup, .sr'

/** Returns the text without spaces. */
export async function pageText(answer: string, sources: readonly number[] = []): Promise<string> {
  translations.start({ language: 'en', texts: { markdown: texts } })
  await preparePaper([answer])
  const shown = (
    <MantineProvider>
      <PaperContext value={true}>
        <Markdown text={answer} citations={{ numbers: sources }} />
      </PaperContext>
    </MantineProvider>
  )
  const { document } = parseHTML(`<html><body>${renderToStaticMarkup(shown)}</body></html>`)
  for (const element of document.querySelectorAll(OTHERWISE)) element.remove()
  return withoutSpaces(document.body.textContent ?? '')
}

/** Removes spaces, and characters that only allow or forbid breaks and forms. */
export const withoutSpaces = (text: string): string => text.replaceAll(/[\s\p{Cf}]|\ufe0e/gu, '')
