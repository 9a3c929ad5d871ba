import { useRef } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import css from './branding.module.css'

interface FileFieldProps {
  label: string
  hint: string
  accept: string
  /** Name of the chosen or stored file; empty for none. */
  shown: string
  /** Shows the file as a picture on the page's own background. */
  picture?: { address: string; scheme: 'light' | 'dark' } | undefined
  error?: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

/** Chooses a file, shows which one there is, and removes it. */
export function FileField(props: FileFieldProps) {
  const { label, hint, accept, shown, picture, error, onChoose, onRemove } = props
  const { t } = useTranslation('branding')
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.file} role="group" aria-label={label}>
      <span className={css.label}>{label}</span>
      <div className={css.row}>
        {picture?.address && (
          <span className={css.logo} data-scheme={picture.scheme}>
            <img src={picture.address} alt={label} />
          </span>
        )}
        <Button icon="upload" onClick={() => input.current?.click()}>
          {shown ? t('replace') : t('choose')}
        </Button>
        {shown && (
          <Button kind="quiet" onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
      </div>
      {shown && <span className="cut">{shown}</span>}
      <p className={error ? css.error : css.hint} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          // Resets the input, so that the same file can be chosen again.
          event.target.value = ''
          if (chosen) onChoose(chosen)
        }}
      />
    </div>
  )
}
