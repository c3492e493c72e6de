import { Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyButton, CopyField } from '../../../ui/copy-field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import styles from '../platforms.module.css';

const CURL = 'curl -fsS -m 10 --retry 3 -o /dev/null';

/** How a job calls its address before and after it runs; `/usr/local/bin/backup` stands for the job. */
const EXAMPLES = {
  curl: (url: string) => `url="${url}"
${CURL} "$url/start"
log=$(/usr/local/bin/backup 2>&1)
end=$?
printf %s "$log" | ${CURL} --data-binary @- "$url/$end"`,
  PowerShell: (url: string) => `$url = "${url}"
Invoke-RestMethod "$url/start" | Out-Null
$log = & C:\\Jobs\\backup.exe 2>&1 | Out-String
Invoke-RestMethod -Method Post -Body $log "$url/$LASTEXITCODE" | Out-Null`,
  cron: (url: string) =>
    `30 2 * * * u="${url}"; ${CURL} "$u/start"; /usr/local/bin/backup; ${CURL} "$u/$?"`,
  systemd: (url: string) => `[Service]
Type=oneshot
Environment=REPORT=${url}
ExecStartPre=-/usr/bin/${CURL} \${REPORT}/start
ExecStart=/usr/local/bin/backup
ExecStopPost=-/usr/bin/${CURL} \${REPORT}/\${EXIT_STATUS}`,
};
type Example = keyof typeof EXAMPLES;
const NAMES = (Object.keys(EXAMPLES) as Example[]).map((value) => ({ value, label: value }));

/** The address that a job calls, with what to write into the job. */
export function ReportAddress({ url }: { url: string }) {
  const [shown, setShown] = useState<Example>('curl');
  const text = EXAMPLES[shown](url);
  return (
    <>
      <CopyField label="Address" value={url} isFocused />
      <Text size="sm">
        A call is a success. Behind the address, <Code>/start</Code> says that a run begins,{' '}
        <Code>/fail</Code> or an exit status how it ended; what is sent is its log.
      </Text>
      <Group justify="space-between">
        <Segments aria-label="Example" data={NAMES} value={shown} onChange={setShown} />
        <CopyButton what={`Example for ${shown}`} value={text} />
      </Group>
      <Code block tabIndex={0} className={styles.example ?? ''}>
        {text}
      </Code>
      <Text size="sm">
        It is up from its first success on. Runs that overlap add{' '}
        <Code className={styles.whole ?? ''}>?rid=</Code> with a UUID of their own to each call.
      </Text>
    </>
  );
}
