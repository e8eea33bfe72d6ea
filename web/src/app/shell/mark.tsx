/** The product's logo: an open book on its stand, drawn from the quarter discs of the covers. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path fill="var(--accent-text)" d="M2 3.5h9.4v9.4A9.4 9.4 0 0 1 2 3.5z" />
      <path fill="#ff9a4d" d="M22 3.5h-9.4v9.4A9.4 9.4 0 0 0 22 3.5z" />
      <path fill="var(--accent-text)" d="M10.9 13.6h2.2v4.9h3.4a1.1 1.1 0 0 1 0 2.2h-9a1.1 1.1 0 0 1 0-2.2h3.4z" />
    </svg>
  )
}
