import { useConfig } from '#lib/config.ts'
import { useTranslation } from '#lib/texts.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FieldGroup } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { DatasourceValues } from '../api.ts'
import { languageNames } from '../language-names.ts'
import css from './form.module.css'
import { useScanModels } from './scan-models.ts'
import { toggledLanguages } from './values.ts'

type Scans = Pick<DatasourceValues, 'recognitionLanguages' | 'recognitionModelTagId'>

interface ScansFieldsProps {
  values: Scans
  /** With write access only: the model is shown, but not changed. */
  locked: boolean
  /** Says that saving reads scans again. */
  note?: string | undefined
  onChange: (change: Partial<Scans>) => void
}

/** Adds the package of a language (decision 106). */
const ADD_FRENCH = 'npm install @tesseract.js-data/fra'

/** How scans are read: in which languages, and by which model first. Nothing is shown where text recognition is off. */
export function ScansFields({ values, locked, note, onChange }: ScansFieldsProps) {
  const { t, i18n } = useTranslation('datasources')
  const { recognition, recognitionLanguages: used, recognitionInstalled: installed } = useConfig()
  if (recognition !== 'on') return null
  const { recognitionLanguages: chosen, recognitionModelTagId } = values
  const shown = [...new Set([...installed, ...chosen])]
  const ticked = chosen.length > 0 ? chosen : used
  return (
    <>
      <div className={css.two}>
        <FieldGroup
          label={t('scans.languages')}
          hint={
            <>
              {t('scans.languagesHint')} <code dir="ltr">{ADD_FRENCH}</code>
            </>
          }
        >
          <div className={css.ticks} role="group" aria-label={t('scans.languages')}>
            {shown.map((language) => (
              <Checkbox
                key={language}
                label={languageNames([language], i18n.language)}
                checked={ticked.includes(language)}
                onChange={() =>
                  onChange({ recognitionLanguages: toggledLanguages(chosen, { used, installed }, language) })
                }
              />
            ))}
          </div>
        </FieldGroup>
        {!locked && (
          <ScanModelField
            value={recognitionModelTagId}
            onChange={(tagId) => onChange({ recognitionModelTagId: tagId })}
          />
        )}
      </div>
      {note && <p className={css.note}>{note}</p>}
    </>
  )
}

/** Chooses the model that reads scans first; nothing is shown where none sees pictures. */
function ScanModelField({ value, onChange }: { value: number; onChange: (tagId: number) => void }) {
  const { t } = useTranslation('datasources')
  const { tags, nameOf } = useScanModels()
  if (tags.length === 0 && value === 0) return null
  const ids = [0, ...tags.map(({ id }) => id)]
  const isExternal = tags.some(({ id, isLocal }) => id === value && !isLocal)
  return (
    <SelectField
      label={t('scans.model')}
      hint={t(isExternal ? 'scans.modelExternal' : 'scans.modelHint')}
      value={String(value)}
      options={[...ids, ...(ids.includes(value) ? [] : [value])].map((id) => ({
        value: String(id),
        label: nameOf(id),
      }))}
      onChange={(id) => onChange(Number(id))}
    />
  )
}
