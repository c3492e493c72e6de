import { Link, useLocation } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { type LinkState, useClockSkew, useLinkState, useServerNow } from '../link/link-state.ts';
import { useRead } from '../link/reads.ts';
import { durationText } from '../ui/away/duration-text.ts';
import { Badge } from '../ui/badge/badge.tsx';
import { LinkLight } from '../ui/link-light/link-light.tsx';
import { LINK_WORDS, type LinkStateName } from '../ui/link-light/link-words.ts';
import { Notice } from '../ui/notice/notice.tsx';
import { meshState } from '../ui/shell/mesh-state.ts';
import { linkSince } from './-link-since.ts';

/**
 * The parts of the shell that move with every message: apart from it, so that they alone are drawn again.
 */
const AGES_EVERY_MS = 1000;

const SignInAgain = lazy(async () => {
  const { SignInAgain: dialog } = await import('./-sign-in-again.tsx');
  return { default: dialog };
});

/** The header's light and badge. */
export function ConsoleState() {
  const link = useLinkState();
  const now = useServerNow(AGES_EVERY_MS);
  const { data, age } = useRead('connections');
  const mesh = meshState(data, link.state === 'live' ? age : 'unknown');
  return (
    <>
      <LinkLight state={nameOf(link)} at={linkSince(link)} now={now} mesh={mesh.sentence} />
      <Badge tone={mesh.tone}>{mesh.word}</Badge>
    </>
  );
}

function nameOf({ state, role }: LinkState): LinkStateName {
  return state === 'live' && role === 'following' ? 'elsewhere' : state;
}

/** Further off than this, the device's clock would make its own times wrong to read. */
const SKEW_TOLD_MS = 5000;

/** Said over the screen while this screen cannot have news, or reads its clock wrong. */
export function ConsoleNotice() {
  const { state } = useLinkState();
  const skewMs = useClockSkew();
  if (state === 'refused') return <SignedOutNotice />;
  if (state === 'offline') {
    const { tone, sentence } = LINK_WORDS[state];
    return <Notice tone={tone}>{sentence}</Notice>;
  }
  if (Math.abs(skewMs) <= SKEW_TOLD_MS) return null;
  return (
    <Notice tone="warn">
      The clock of this device is {durationText(Math.abs(skewMs))} {skewMs > 0 ? 'behind' : 'ahead'}
      . Times are shown by the server's clock.
    </Notice>
  );
}

/** What is known stays, dated, behind the sign-in; the login page is the way for another tab. */
function SignedOutNotice() {
  const [opened, setOpened] = useState(false);
  const { href } = useLocation();
  const { tone, sentence } = LINK_WORDS.refused;
  function open(event: MouseEvent): void {
    event.preventDefault();
    setOpened(true);
  }
  const signIn = (
    <Link to="/login" search={{ redirect: href }} onClick={open}>
      Sign in
    </Link>
  );
  return (
    <>
      <Notice tone={tone} action={signIn}>
        {sentence}
      </Notice>
      {opened ? (
        <Suspense>
          <SignInAgain onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
