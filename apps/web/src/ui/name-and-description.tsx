import { TextArea, TextField } from './field.tsx'

interface Named {
  name: string
  description: string
}

interface NameAndDescriptionProps {
  values: Named
  labels: Named
  /** Error messages. */
  errors: { name?: string | undefined; description?: string | undefined }
  onChange: (change: Partial<Named>) => void
  /** Called when the name field loses the focus. */
  onLeave?: () => void
}

/** The first two fields of every named item. */
export function NameAndDescription({ values, labels, errors, onChange, onLeave }: NameAndDescriptionProps) {
  return (
    <>
      <TextField
        label={labels.name}
        needed
        error={errors.name}
        maxLength={200}
        data-autofocus
        value={values.name}
        onChange={(event) => onChange({ name: event.target.value })}
        onBlur={onLeave}
      />
      <TextArea
        label={labels.description}
        error={errors.description}
        maxLength={5000}
        value={values.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  )
}
