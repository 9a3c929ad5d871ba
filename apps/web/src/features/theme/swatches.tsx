import { useId } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { PRESETS, type PresetName } from './presets.ts'
import css from './swatches.module.css'

/** The 24 preset colours; arrow keys change the selection. A custom colour selects none of them. */
export function Swatches({
  chosen,
  onChoose,
}: {
  chosen: string
  onChoose: (preset: { name: PresetName; pick: string }) => void
}) {
  const { t } = useTranslation('theme')
  const group = useId()
  return (
    <div className={css.swatches} role="radiogroup" aria-label={t('presets')}>
      {PRESETS.map((preset) => (
        <label key={preset.name} className={css.swatch}>
          <input
            type="radio"
            className="sr"
            name={group}
            checked={preset.pick === chosen}
            onChange={() => onChoose(preset)}
          />
          <span className={css.colour} style={{ background: preset.pick }} />
          <span className="cut">{t(`presetNames.${preset.name}`)}</span>
        </label>
      ))}
    </div>
  )
}
