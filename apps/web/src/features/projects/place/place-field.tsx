import { useTranslation } from '#lib/texts.ts'
import { FieldGroup } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { ProjectPicker } from '../picker/project-picker.tsx'
import { IN_NEW_CHAT, type ChosenPlace } from './use-chosen-project.ts'
import css from './place-field.module.css'

interface PlaceFieldProps {
  /** What happens in each place, one sentence. */
  texts: { chat: string; project: string }
  value: ChosenPlace
  onChange: (place: ChosenPlace) => void
}

/** Selects where something is used: in a new chat, or in a project that the user can write in. */
export function PlaceField({ texts, value, onChange }: PlaceFieldProps) {
  const { t } = useTranslation('projects')
  const isChat = value.kind === 'chat'
  return (
    <>
      <FieldGroup label={t('place.where')}>
        <div className={css.options} role="radiogroup" aria-label={t('place.where')}>
          <RadioOption
            name="place"
            label={t('place.chat')}
            text={texts.chat}
            checked={isChat}
            onChange={() => onChange(IN_NEW_CHAT)}
          />
          <RadioOption
            name="place"
            label={t('place.project')}
            text={texts.project}
            checked={!isChat}
            onChange={() => onChange({ kind: 'project', project: null })}
          />
        </div>
      </FieldGroup>
      {!isChat && (
        <div className={css.which}>
          <ProjectPicker
            label={t('place.which')}
            value={value.project}
            onChange={(project) => onChange({ kind: 'project', project })}
          />
        </div>
      )}
    </>
  )
}
