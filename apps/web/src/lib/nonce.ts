// Styles created at runtime need the page's nonce: the content security policy allows no others.

/** Returns the nonce that the server put into this page; '' without one (the development server). */
export function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Sets the nonce for the style that the scroll lock of dialogs adds. */
export function shareNonce(nonce: string): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce })
}
