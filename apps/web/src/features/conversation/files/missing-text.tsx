import { useTranslation } from '../../../lib/texts.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import css from './files.module.css'
import { pageRanges, useFileTexts } from './read-files.ts'
import type { Files } from './use-files.ts'

/** Says before sending which files and pages a model gets no text of, and what to do. */
export function MissingText({ files: { chosen, seesPictures } }: { files: Files }) {
  const { t } = useTranslation('conversation')
  const read = useFileTexts(chosen)
  const lacking = read.filter(({ text }) => text && (!text.hasText || text.pagesWithoutText.length > 0))
  const reading = read.filter(({ isReading }) => isReading).length
  return (
    <div role="status">
      {reading > 0 && <p className={css.reading}>{t('missing.reading', { count: reading })}</p>}
      {lacking.length > 0 && (
        <div className={css.missing}>
          <Icon name="alert-triangle" size={16} />
          <div>
            <ul>
              {lacking.map(({ chosen: { id, file }, text }) => (
                <li key={id}>
                  <FileName name={file.name} />
                  <span>
                    {text?.hasText
                      ? t('missing.pages', {
                          count: text.pagesWithoutText.length,
                          pages: pageRanges(text.pagesWithoutText),
                        })
                      : t('missing.all')}
                  </span>
                </li>
              ))}
            </ul>
            <p>{t(seesPictures ? 'missing.adviceSees' : 'missing.advice')}</p>
          </div>
        </div>
      )}
    </div>
  )
}
