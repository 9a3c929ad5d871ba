import type { ChosenEncoding, Encoding, MediaItem } from '@polylogue/contract'
import { useState } from 'react'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { useReadAs } from './api.ts'
import { valuesOf } from './media-state.ts'
import { ENCODINGS } from './encodings.ts'

const AUTO = 'auto'

interface ReadAsProps {
  media: MediaItem
  onClose: () => void
}

/** Chooses the encoding that a text is read as. Mounted while it is open; keeps the choice when saving fails. */
export function ReadAs({ media: { media_id: id, name, encoding, warnings }, onClose }: ReadAsProps) {
  const { t } = useTranslation('media')
  const errorMessage = useErrorMessage()
  const change = useReadAs()
  const before = encoding ?? AUTO
  const [chosen, setChosen] = useState(before)
  const guess = warnings.find(({ code }) => code === 'encoding_guessed')
  const auto = t('encoding.auto')
  const options = (Object.keys(ENCODINGS) as Encoding[]).map((value) => ({
    value,
    label: `${t(`encoding.of.${ENCODINGS[value].script}`)} – ${ENCODINGS[value].name}`,
  }))
  return (
    <Dialog opened title={t('encoding.title')} width={480} dirty={chosen !== before} onClose={onClose}>
      <DialogForm
        onSubmit={() => change.mutate({ id, encoding: chosen as ChosenEncoding }, { onSuccess: onClose })}
      >
        <DialogBody>
          {change.error && (
            <Problem>{t('encoding.failed', { sentence: errorMessage(change.error).sentence })}</Problem>
          )}
          <p dir="auto">{t('encoding.lead', { name })}</p>
          <SelectField
            label={t('encoding.field')}
            value={chosen}
            options={[
              { value: AUTO, label: guess ? `${auto} – ${valuesOf(guess).names}` : auto },
              ...options,
            ]}
            onChange={setChosen}
          />
        </DialogBody>
        <FormFoot verb={t('encoding.apply')} busy={change.isPending} onCancel={onClose} />
      </DialogForm>
    </Dialog>
  )
}
