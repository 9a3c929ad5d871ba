/** Focuses the first invalid field of a refused form. Its error must be rendered by then (`flushSync`, an effect). */
export function focusFirstWrong(form: HTMLElement): void {
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
