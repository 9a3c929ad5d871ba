import { Suspense, useState } from 'react'
import { lazyView } from '#lib/load-code.ts'
import { useTranslation } from '#lib/texts.ts'
import { scrollBox } from '#ui/scroll-box.ts'
import { Segments } from '#ui/segments.tsx'
import css from './original.module.css'

const Markdown = lazyView(async () => (await import('#ui/markdown/index.ts')).Markdown)

/** Longer texts are shown as they are written: drawing them would hold the page up. */
const DRAWN_CHARACTERS = 200_000

/** The original of a Markdown document: drawn, or as it is written. */
export function MarkdownText({ text, title }: { text: string; title: string }) {
  const { t } = useTranslation('workbench')
  const isShort = text.length <= DRAWN_CHARACTERS
  const [view, setView] = useState<'drawn' | 'raw'>(isShort ? 'drawn' : 'raw')
  return (
    <>
      {isShort && (
        <div className={css.views}>
          <Segments
            label={t('original.markdown')}
            value={view}
            options={[
              { value: 'drawn', label: t('original.drawn') },
              { value: 'raw', label: t('original.raw') },
            ]}
            onChange={setView}
          />
        </div>
      )}
      {view === 'raw' ? (
        <pre className={css.written} {...scrollBox(title)}>
          {text}
        </pre>
      ) : (
        <div className={css.drawn} {...scrollBox(title)}>
          <Suspense fallback={null}>
            <Markdown text={text} />
          </Suspense>
        </div>
      )}
    </>
  )
}
