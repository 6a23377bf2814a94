/**
 * What an id costs here and elsewhere. Nothing in here asserts a time: what a noisy machine cannot
 * change is tested, the rest is reported as ratios of one run.
 */
@NullMarked
package dev.snowflakeid.benchmarks;

import org.jspecify.annotations.NullMarked;
