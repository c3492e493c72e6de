import type { Rule } from '../../../../../../server/bundles/inspection/zip/problem.ts';
import { writeZip } from '../../../../../doubles/zip-writer.ts';
import { amid, bad, type Case, type CaseGroups, GOOD, unicodeField } from './cases.ts';

const named = (name: string | Buffer, rule: Rule, entry: string, flags?: number): Case => ({
  bytes: amid({ name, content: 'x', ...(flags !== undefined && { flags }) }),
  rule,
  entry,
});

const twice = (first: string, second: string): Case => ({
  bytes: writeZip({
    entries: [GOOD, { name: first, content: '1' }, { name: second, content: '2' }],
  }),
  rule: 'duplicate-name',
  entry: second,
});

/** Refused for names that lead elsewhere, or to one place twice. */
export const NAMES: CaseGroups = {
  'paths that lead elsewhere': {
    'a parent folder': named('../evil.sh', 'traversal', '../evil.sh'),
    'a parent folder inside of a path': named('a/../../evil', 'traversal', 'a/../../evil'),
    'a parent folder at the end': named('a/..', 'traversal', 'a/..'),
    'a parent folder that stays inside': named('a/../b', 'traversal', 'a/../b'),
    'a parent folder as Windows reads it': named('a/.. /b', 'traversal', 'a/.. /b'),
    'three dots': named('.../b', 'traversal', '.../b'),
    'an absolute path': named('/etc/passwd', 'absolute-path', '/etc/passwd'),
    'a drive': named('C:/autoexec.bat', 'drive-path', 'C:/autoexec.bat'),
    'a drive without a slash': named('c:evil', 'drive-path', 'c:evil'),
    'a network share': named('\\\\server\\share', 'unc-path', '\\\\server\\share'),
    'a network share with slashes': named('//server/share', 'unc-path', '//server/share'),
    'a backslash traversal': named('..\\evil', 'traversal', '..\\evil'),
    'any backslash': named('a\\b', 'backslash', 'a\\b'),
    'a NUL': named('a.txt\0.sh', 'control-character', 'a.txt\\u0000.sh'),
    'a line break': named('a\nb', 'control-character', 'a\\u000ab'),
    'a delete character': named('a\x7fb', 'control-character', 'a\\u007fb'),
    'a C1 control character': named('a\u0085b', 'control-character', 'a\\u0085b'),
    'no name': named('', 'name-empty', ''),
    'a name that is no UTF-8': named(Buffer.from([0x61, 0xff]), 'name-encoding', 'a\u00a0', 0x0800),
    'a name of over 1,024 bytes': named('n'.repeat(1025), 'name-length', `${'n'.repeat(200)}…`),
    'a path of over 64 folders': named(`${'a/'.repeat(64)}b`, 'path-depth', `${'a/'.repeat(64)}b`),
    'a traversal in a Unicode field': bad(
      { extra: unicodeField('bad.bin', '../evil') },
      'traversal',
    ),
  },
  'two names for one place': {
    'the same name twice': twice('a.txt', 'a.txt'),
    'names that differ in case': twice('READ.me', 'read.ME'),
    'names that differ in case beyond ASCII': twice('Ärger.txt', 'ärger.txt'),
    'names that differ in Unicode form': twice('e\u0301.txt', '\u00e9.txt'),
    'names that differ in dots': twice('a/b', 'a/./b'),
    'a file where a folder is needed': twice('a', 'a/b'),
    'a file where a deep folder is needed': twice('A/b', 'a/B/c/d'),
  },
};
