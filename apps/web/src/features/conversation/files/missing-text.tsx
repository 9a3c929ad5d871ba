import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { FileName } from '#ui/file-name.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './files.module.css'
import { pageRanges, useFileTexts, type ReadFile } from './read-files.ts'
import { useRecognitions, type Recognition } from './recognize.ts'
import { Scans } from './scans.tsx'
import type { Files } from './use-files.ts'

/** Says before sending which files and pages a model gets no text of, and what to do. Scans are read meanwhile. */
export function MissingText({ files, onSend }: { files: Files; onSend: () => void }) {
  const { chosen, seesPictures } = files
  const { t } = useTranslation('attachments')
  const read = useFileTexts(chosen)
  const scans = useRecognitions(chosen, seesPictures)
  const lacking = read.flatMap((one) => lackOf(one, scans))
  const reading = read.filter(({ isReading }) => isReading).length
  return (
    <>
      <Scans files={files} scans={scans} onSend={onSend} />
      <div role="status">
        {reading > 0 && <p className={css.reading}>{t('missing.reading', { count: reading })}</p>}
        {lacking.length > 0 && (
          <div className={css.missing}>
            <Icon name="alert-triangle" size={16} />
            <div>
              <ul>
                {lacking.map((one) => (
                  <Lack key={one.id} lack={one} />
                ))}
              </ul>
              <Advice seesPictures={seesPictures} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

interface LackProps {
  id: string
  name: string
  /** Empty when the whole file has no text. */
  pages: readonly number[]
}

/** Returns what a model does not get of a file; nothing while its text is being recognised. */
function lackOf({ chosen, text }: ReadFile, scans: readonly Recognition[]): LackProps[] {
  const scan = scans.find((one) => one.chosen.id === chosen.id)
  const { id, file } = chosen
  if (scan?.state === 'reading') return []
  if (scan?.state === 'read')
    return scan.pagesWithoutText.length > 0 ? [{ id, name: file.name, pages: scan.pagesWithoutText }] : []
  if (!text || (text.hasText && text.pagesWithoutText.length === 0)) return []
  return [{ id, name: file.name, pages: text.hasText ? text.pagesWithoutText : [] }]
}

function Lack({ lack: { name, pages } }: { lack: LackProps }) {
  const { t } = useTranslation('attachments')
  return (
    <li>
      <FileName name={name} />
      <span>
        {pages.length > 0
          ? t('missing.pages', { count: pages.length, pages: pageRanges(pages) })
          : t('missing.all')}
      </span>
    </li>
  )
}

/** Adds the packages of text recognition (docs/operating.md). */
const INSTALL = 'npm ci --include=optional'

function Advice({ seesPictures }: { seesPictures: boolean }) {
  const { t } = useTranslation('attachments')
  const { recognition } = useConfig()
  const isOn = recognition === 'on'
  return (
    <>
      <p>{t(`missing.advice${isOn ? 'Read' : ''}${seesPictures ? 'Sees' : ''}`)}</p>
      {!isOn && (
        <p>
          {t(`scan.${recognition}`)} {recognition === 'missing' && <code dir="ltr">{INSTALL}</code>}
        </p>
      )}
    </>
  )
}
