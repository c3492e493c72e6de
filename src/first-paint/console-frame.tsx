const LINKS = 5;
const CARDS = 4;

/**
 * The first paint of every screen behind the sign-in: header, sidebar and empty cards, without data or script.
 * Its measures are those of the shell (`features/shell`), so that nothing jumps when React replaces it.
 */
export function ConsoleFrame({ product }: { product: string }) {
  return (
    <div className="frame">
      <div className="frame-side" aria-hidden="true">
        <strong className="frame-brand">{product}</strong>
        {Array.from({ length: LINKS }, (_, index) => (
          <span key={String(index)} className="frame-link" />
        ))}
      </div>
      <div className="frame-header" aria-hidden="true">
        <span className="frame-title" />
      </div>
      <main className="frame-main">
        <p role="status">Verifying sovereign access...</p>
        <div className="frame-cards" aria-hidden="true">
          {Array.from({ length: CARDS }, (_, index) => (
            <span key={String(index)} className="frame-card" />
          ))}
        </div>
      </main>
    </div>
  );
}
