import { execa } from 'execa';

test('docs/extraction-comparison.md shows what the node does now', async () => {
	const { stderr, exitCode } = await execa(
		'node',
		['tools/docs/extraction-comparison.ts', '--check'],
		{
			reject: false,
		},
	);
	expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});
