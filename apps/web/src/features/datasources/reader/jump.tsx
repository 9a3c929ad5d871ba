import { useMemo } from 'react'
import { useTranslation } from '#lib/texts.ts'
import css from './reader.module.css'
import { placesOf, type Section } from './sections.ts'

interface JumpProps {
  sections: readonly Section[]
  onJump: (index: number) => void
}

/** Chooses a page or a heading; absent for a document with one. */
export function Jump({ sections, onJump }: JumpProps) {
  const { t } = useTranslation('datasources')
  const places = useMemo(() => placesOf(sections), [sections])
  if (places.length < 2) return null
  return (
    <label className={css.jump}>
      <span>{t('reader.jump')}</span>
      <select value="" onChange={(event) => onJump(Number(event.target.value))}>
        <option value="" disabled>
          {t('reader.jumpTo')}
        </option>
        {places.map(({ index, page, heading }) => (
          <option key={index} value={index}>
            {heading === ''
              ? t('reader.jumpPage', { page: page ?? '' })
              : page === null
                ? heading
                : t('reader.jumpHeading', { heading, page })}
          </option>
        ))}
      </select>
    </label>
  )
}
