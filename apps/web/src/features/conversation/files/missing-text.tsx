import { useTranslation } from '../../../lib/texts.ts'
import { FileName } from '../../../ui/file-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { pageRanges, type ReadFile } from './file-texts.ts'
import css from './files.module.css'

/** Says before sending which files and pages a model gets no text of, and what to do. */
export function MissingText({ read, seesPictures }: { read: readonly ReadFile[]; seesPictures: boolean }) {
  const { t } = useTranslation('conversation')
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
              {lacking.map(({ chosen, text }) => (
                <li key={chosen.id}>
                  <FileName name={chosen.file.name} />
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
